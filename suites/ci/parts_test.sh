#!/bin/sh
# Tests test.sh, which runs the parts of ./vconform test, with stand-ins for the parts.
set -eu

here=$(dirname -- "$(readlink -f -- "$0")")
# shellcheck source=suites/ci/expect.sh
. "$here/expect.sh"

checkout="$scratch/a checkout"
mkdir -p "$checkout/suites/ci" "$checkout/build/gcc"
cp "$here/test.sh" "$checkout/suites/ci/test.sh"
cat >"$checkout/suites/ci/part.sh" <<'EOS'
#!/bin/sh
echo "part $1" >>calls
case $1 in
  gcc) printf '1/2 Test #1: a\n\n100%% tests passed, 0 tests failed out of 2\n' >build/gcc/ctest.log ;;
  tidy) sleep "$(cat seconds)" && echo 'tidy is done' >>calls ;;
  format) [ ! -e ill-formatted ] && { [ ! -e no-formatter ] || exit 77; } ;;
esac
EOS
chmod +x "$checkout"/suites/ci/*.sh
tests() {
  rm -f "$checkout/calls"
  run "$checkout/suites/ci/test.sh" "$@"
}
called() { grep -q -e "$1" "$checkout/calls"; }

echo 0 >"$checkout/seconds"
tests
claim 'passes when every part passes' exits 0
claim 'runs the last part' called 'part tidy$'
for part in sanitizers long fuzz tidy-all tsan aarch64 slurm ssh afl oss-fuzz bare-debian bare-debian-13 newcomer pages packages; do
  claim "level normal leaves out $part" no called "part $part\$"
done
sum_of_budgets() {
  awk '{ sub(/^parts=./, "") } ($2 == "normal" || $2 == "alone") && $3 ~ /^[0-9]+$/ { sum += $3 } END { print sum }' "$1"
}
claim 'prints measured times and budgets' \
  prints "s of $(printf %4d "$(sum_of_budgets "$checkout/suites/ci/test.sh")") s"
claim 'ends with the closing lines of CTest' \
  [ "$(tail -n 1 "$scratch/out")" = '100% tests passed, 0 tests failed out of 2' ]
claim 'nothing is over its budget' no prints 'over budget'
budgets=$(sum_of_budgets "$here/test.sh")
claim "the budgets, $budgets s, add up to at most 10 minutes" [ "$budgets" -le 600 ]

tests --level full
for part in gcc format sanitizers long fuzz tidy-all tsan ssh; do
  claim "level full runs $part" called "part $part\$"
done
for part in tidy longest mends includes aarch64 slurm afl oss-fuzz bare-debian bare-debian-13 newcomer pages packages; do
  claim "level full leaves out $part" no called "part $part\$"
done
tests --level=release
for part in gcc long tsan longest mends includes aarch64 slurm ssh afl oss-fuzz bare-debian bare-debian-13 newcomer pages packages; do
  claim "level release runs $part" called "part $part\$"
done

touch "$checkout/no-formatter"
tests
claim 'a part that could not be run has not passed' exits 1
claim 'a part that could not be run is reported' prints 'not run'
rm "$checkout/no-formatter"

touch "$checkout/ill-formatted"
tests
claim 'fails when a part fails' exits 1
claim 'names the failed part' complains 'failed: format'
claim 'goes on after a failed part' called tidy
rm "$checkout/ill-formatted"

# A failure that may come from a disk on which nothing can be written is none of the tests.
TMPDIR=$scratch/full
export TMPDIR
touch "$checkout/ill-formatted"
tests
claim 'a broken disk exits 4' exits 4
claim 'a broken disk is said' complains 'is full or broken'
rm "$checkout/ill-formatted"
tests
claim 'a folder for temporary files that is not used fails nothing' exits 0
unset TMPDIR

mv "$checkout/build/test" "$checkout/build/away"
touch "$checkout/build/test"
tests
claim 'a folder that cannot be made exits 4' exits 4
claim 'a folder that cannot be made says one line' says_one_line
rm "$checkout/build/test"
mv "$checkout/build/away" "$checkout/build/test"

# The set-up of a run with a filter, with a stand-in for cmake.
mkdir "$scratch/bin"
printf '#!/bin/sh\ncase $1$STEP in --presetconfigure | --buildbuild) exit 1 ;; esac\n' >"$scratch/bin/cmake"
printf '#!/bin/sh\nexit "$RESULT"\n' >"$checkout/suites/ci/run_tests.sh"
chmod +x "$scratch/bin/cmake" "$checkout/suites/ci/run_tests.sh"
PATH=$scratch/bin:$PATH
export STEP RESULT=0
for STEP in configure build; do
  tests Some.Filter
  claim "what cannot be set up ($STEP) exits 4" exits 4
done
STEP=
for RESULT in 0 1 2; do
  tests Some.Filter
  claim "tests that end with $RESULT do" exits "$RESULT"
done

sed 's/^tidy alone [0-9]*/tidy alone 2/' "$here/test.sh" >"$checkout/suites/ci/test.sh"
echo 3 >"$checkout/seconds"
tests
claim 'a part over its budget is reported' prints 'over budget'
claim 'a part over its budget does not fail' exits 0

echo 30 >"$checkout/seconds"
tests
claim 'a part that hangs fails' exits 1
claim 'a part that hangs is stopped' no called 'tidy is done'
claim 'a part that hangs is reported' prints 'TIMED OUT'

echo 9 >"$checkout/seconds"
VCONFORM_PATIENCE=30 && export VCONFORM_PATIENCE
tests
claim 'with more patience a slow part passes' exits 0
for wrong in '' 0 1.5 many 100; do
  VCONFORM_PATIENCE=$wrong tests
  claim "a patience of '$wrong' exits 2" exits 2
done
unset VCONFORM_PATIENCE

tests --level often
claim 'an unknown level exits 2' exits 2
claim 'an unknown level says one line' says_one_line
tests --nonsense
claim 'an unknown option exits 2' exits 2
tests one two
claim 'two filters exit 2' exits 2

finish
