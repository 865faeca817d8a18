#!/bin/sh
# Tests prose_check.sh on a tree of empty files and a few with comments.
set -eu

here=$(dirname -- "$(readlink -f -- "$0")")
# shellcheck source=suites/ci/expect.sh
. "$here/expect.sh"

tree="$scratch/a checkout"
mkdir -p "$tree/suites/a room" "$tree/build/gcc"
cd "$tree"
check() { run "$here/prose_check.sh"; }
# found LINE TEXT [FILE]: writes the text to a file, whose only finding is in that line.
found() {
  file=${3-suites/a room/file.cpp}
  printf '%b\n' "$2" >"$file"
  check
  claim "'$2' is found" prints "$file:$1: "
  claim "'$2' is found once" prints 'prose: lines to mend: 1, in 501 files'
  claim "'$2' exits 1" exits 1
  rm "$file"
}
# passes TEXT [FILE]
passes() {
  file=${2-suites/a room/file.cpp}
  printf '%b\n' "$1" >"$file"
  check
  claim "'$1' passes" exits 0
  rm "$file"
}

check
claim 'an empty folder fails' exits 1
claim 'it says how few files there are' prints 'found 0 source files, fewer than 500'
seq 499 | sed 's/.*/suites\/file-&.h/' | xargs touch
touch build/gcc/generated.h
check
claim 'too few files fail' exits 1
touch suites/file-500.h
check
claim 'files without comments pass' exits 0
claim 'they are counted' prints '500 files'

found 1 '// Of two, the first.'
found 2 'int a;\n  // What is wrong.'
found 1 'int a;  // Which of them.'
found 1 '// Nothing where there is none.' 'suites/file.h'
found 3 '// NOLINTNEXTLINE(x): y\nint a;\n// Of two.' 'suites/file.c'
found 2 '// clang-format off\n// Of two.' 'suites/file.inc'
found 2 '#!/bin/sh\n# What it does.' 'suites/file.sh'
found 1 '// A rule that has no say.'
found 2 '// A rule that has a\n// say in it.'
found 1 '// It is no good.'
found 2 '// First.\n// 0 is no number.'
found 1 '// Text that somebody else wrote.'
found 1 'f("a//b", "\\\\\\"");  // Of two.'

found 1 '// All but for one.'
found 1 '// In seconds of the processor.'
found 2 'project(x)\n# Of two.' 'suites/CMakeLists.txt'
found 1 '# Which of them.' 'suites/file.cmake'
found 1 'A rule that has no say.' 'suites/README.md'
found 4 'First.\n\n- A rule that has a\n  say.' 'suites/README.md'
found 4 '```\nhas no say\n```\nAll but for one.' 'suites/README.md'

passes 'What this is: "has no say", `has no say`.\n\n```\nhas no say\n```' 'suites/README.md'
passes '// Offers two.\n// Of these the first, whatever it is, has a saying.'
passes '// Nothing is there. Which is it?'
passes 'f("// Of two");\nf("\\"// What");'
passes "f('\"', \"// Of two\");"
passes 'echo "# Of two"\n#!Of' 'suites/file.sh'
passes '// Of two' 'suites/file.txt'
passes '// Of two' 'build/gcc/file.cpp'

printf '// Of two\n' | tee suites/one.cpp >suites/two.cpp
check
claim 'all files are reported' prints 'suites/one.cpp:1: Of two'
claim 'the last line says how many and where the style is' \
  [ "$(tail -n 1 "$scratch/out")" = 'prose: lines to mend: 2, in 502 files; see CONTRIBUTING.md, "Prose"' ]

finish
