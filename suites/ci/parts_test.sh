#!/bin/sh
# Tests test.sh, which runs the parts of ./vconform test, with stand-ins for the parts.
set -eu

here=$(dirname -- "$(readlink -f -- "$0")")
# shellcheck source=suites/ci/expect.sh
. "$here/expect.sh"

checkout="$scratch/a checkout"
mkdir -p "$checkout/suites/ci" "$checkout/build/gcc"
sed 's/^fuzz [0-9]*/fuzz 1/' "$here/test.sh" >"$checkout/suites/ci/test.sh"
cat >"$checkout/suites/ci/part.sh" <<'EOS'
#!/bin/sh
echo "part $1 at level $2" >>calls
case $1 in
  gcc) printf '1/2 Test #1: a\n\n100%% tests passed, 0 tests failed out of 2\n' >build/gcc/ctest.log ;;
  fuzz) sleep "$(cat seconds)" && echo 'fuzz is done' >>calls ;;
  format) [ ! -e ill-formatted ] ;;
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
claim 'runs the last part' called 'part tidy at level normal'
for part in clang tsan aarch64 slurm afl oss-fuzz bare-debian; do
  claim "leaves out what only level full runs: $part" no called "part $part "
done
claim 'prints measured times and budgets' prints 's of  490 s'
claim 'ends with the closing lines of CTest' \
  [ "$(tail -n 1 "$scratch/out")" = '100% tests passed, 0 tests failed out of 2' ]
claim 'nothing is over its budget' no prints 'over budget'
claim 'the budgets add up to less than 20 minutes' \
  [ "$(sed -n 's/^all .* of *\([0-9]*\) s$/\1/p' "$scratch/out")" -lt 1200 ]

tests --level full
for part in clang tsan aarch64 slurm afl oss-fuzz bare-debian; do
  claim "level full runs $part" called "part $part at level full"
done

touch "$checkout/ill-formatted"
tests
claim 'fails when a part fails' exits 1
claim 'names the failed part' complains 'failed: format'
claim 'goes on after a failed part' called tidy
rm "$checkout/ill-formatted"

echo 2 >"$checkout/seconds"
tests
claim 'a part over its budget is reported' prints 'over budget'
claim 'a part over its budget does not fail' exits 0

echo 20 >"$checkout/seconds"
tests
claim 'a part that hangs fails' exits 1
claim 'a part that hangs is stopped' no called 'fuzz is done'
claim 'a part that hangs is reported' prints 'TIMED OUT'

tests --level often
claim 'an unknown level exits 2' exits 2
claim 'an unknown level says one line' says_one_line
tests --nonsense
claim 'an unknown option exits 2' exits 2
tests one two
claim 'two filters exit 2' exits 2

finish
