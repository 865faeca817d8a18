#!/bin/sh
# Tests run_tests.sh with an imitated build folder, whose test binaries are scripts that list and
# filter like GoogleTest.
set -eu

here=$(dirname -- "$(readlink -f -- "$0")")
# shellcheck source=suites/ci/expect.sh
. "$here/expect.sh"

build="$scratch/a build"
mkdir "$build"
test_binary() {
  {
    echo '#!/bin/sh'
    echo "if [ \"\${1-}\" = --gtest_list_tests ]; then printf '$2'; else echo \"$1 ran \${GTEST_FILTER-all}\"; fi"
  } >"$build/$1"
  chmod +x "$build/$1"
  for name in ${3-$1}; do
    printf 'add_test([=[%s]=] "%s")\n' "$name" "$build/$1" >>"$build/CTestTestfile.cmake"
  done
}
test_binary round_test 'Round.\n  TiesToEven\n  Floor/1  # GetParam() = 7\nOdd.\n  IsVonNeumann\n'
test_binary walk_test 'Walk.\n  TiesNothing\n'
test_binary sweep_test 'Sweep.\n  IsComplete\n'
test_binary attack_test 'Attack.\n  Kills\n  Stops\n' 'attack_test.1 attack_test.2'
cat >>"$build/CTestTestfile.cmake" <<'EOS'
set_tests_properties([=[sweep_test]=] PROPERTIES LABELS full)
add_test([=[not_googletest]=] "false" "x")
set_tests_properties([=[not_googletest]=] PROPERTIES WILL_FAIL TRUE)
add_test([=[by_hand]=] "false" "x")
set_tests_properties([=[by_hand]=] PROPERTIES LABELS hours)
add_test([=[before_release]=] "true" "x")
set_tests_properties([=[before_release]=] PROPERTIES LABELS release)
EOS

# The output of the binaries is in the log of CTest, not in its output.
ran() { grep -Fq -e "$1" "$build/Testing/Temporary/LastTest.log"; }
tests() {
  rm -rf "$build/Testing"
  run "$here/run_tests.sh" "$build" "$@"
}

tests normal
claim 'level normal runs the tests without a label' prints '100% tests passed, 0 tests failed out of 5'
claim 'keeps the closing lines' grep -q 'out of 5' "$build/ctest.log"
tests full
claim 'level full runs those labelled full' prints '100% tests passed, 0 tests failed out of 1'
claim 'and no others' ran 'sweep_test ran all'

tests release
claim 'level release runs those labelled release' prints '100% tests passed, 0 tests failed out of 1'

tests normal 'w.lk_test'
claim 'a name of CTest runs whole' ran 'walk_test ran all'
claim 'nothing else runs' prints 'out of 1'

tests normal 'TiesTo'
claim 'a name of GoogleTest runs alone' ran 'round_test ran Round.TiesToEven'
claim 'only its binary runs' prints 'out of 1'

tests normal '^Round\.Floor/1$'
claim 'parameters are no part of the name' ran 'round_test ran Round.Floor/1'
tests normal 'Ties|Odd'
claim 'several names of one binary' ran 'round_test ran Round.TiesToEven:Odd.IsVonNeumann'
claim 'names of several binaries' ran 'walk_test ran Round.TiesToEven:Odd.IsVonNeumann:Walk.TiesNothing'

tests normal 'Stops'
claim 'names of a binary in shards run in the first one' ran 'attack_test ran Attack.Stops'
claim 'and in no other' prints 'out of 1'
tests normal 'attack_test'
claim 'the shards of a binary run whole' prints 'out of 2'

tests normal 'Nothing$|round_test'
claim 'whole binaries and single names together: whole' prints 'out of 1'
claim 'whole binaries and single names together: single' ran 'walk_test ran Walk.TiesNothing'

tests normal 'Sweep'
claim 'a filter that matches nothing exits 2' exits 2
claim 'a filter that matches nothing says one line' says_one_line
claim 'it names the filter' complains "no test matches 'Sweep' at level normal"
tests full 'Sweep'
claim 'level full has more names' ran 'sweep_test ran Sweep.IsComplete'
tests full before_release
claim 'but not those of level release' exits 2
tests release before_release
claim 'which level release has' exits 0
tests full by_hand
claim 'a test labelled hours has no level' exits 2

tests normal '['
claim 'a filter that is no expression exits 2' exits 2
claim 'it is named' complains "'[' is not an extended regular expression"

printf '#!/bin/sh\nexit 1\n' >"$build/walk_test"
tests normal walk_test
claim 'a failing test fails' exits 1
claim 'its closing lines are those of CTest' prints '0% tests passed, 1 tests failed out of 1'

finish
