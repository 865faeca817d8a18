#!/bin/sh
# mends_check.sh: whether each attack is seen once its mend is gone. Each file of mends/ takes one mend out
# of a copy of the checkout, which is built and attacked; the attacks that the file names must fail then.
#   mends_check.sh [NAME...]      those mends, or all
#   mends_check.sh --applies      only whether every file still fits the code
set -eu

here=$(dirname -- "$(readlink -f -- "$0")")
root=$(dirname -- "$(dirname -- "$here")")
copy=$root/build/mends
# Otherwise git would take paths from the root of the repository that the copy lies in.
export GIT_CEILING_DIRECTORIES="$root/build"
# A run that hangs is a red one, and there are many.
export VCONFORM_ATTACKS_SECONDS="${VCONFORM_ATTACKS_SECONDS-40}"

if [ "${1-}" = --applies ]; then
  cd "$root"
  count=$(find "$here/mends" -name '*.patch' | wc -l)
  [ "$count" -gt 0 ] || {
    echo "there is no mend in $here/mends"
    exit 1
  }
  find "$here/mends" -name '*.patch' | sort | while read -r mend; do
    git apply --check -R "$mend" 2>/dev/null && {
      echo "$mend: it is taken out already"
      exit 1
    }
    git apply --check "$mend"
    grep -q '^red: ' "$mend" || {
      echo "$mend: it names no attack: add a line 'red: PATTERN'"
      exit 1
    }
  done
  echo "$count mends can be taken out"
  exit 0
fi

# A copy with its own build, which the next call builds on.
mkdir -p "$copy"
find "$copy" -mindepth 1 -maxdepth 1 ! -name build -exec rm -rf {} +
tar -C "$root" --exclude=./build --exclude=./.git -cf - . | tar -C "$copy" -xf -
cd "$copy"
# The last call may have left objects of a file without its mend, which are newer than the file.
find "$here/mends" -name '*.patch' -exec cat {} + | sed -n 's/^+++ b.//p' | sort -u | xargs touch
cmake --preset gcc >/dev/null
[ $# -gt 0 ] || set -- $(find "$here/mends" -name '*.patch' | sort | sed "s!^$here/mends/!!; s![.]patch\$!!")

build() {
  cmake --build --preset gcc --target vconform_cli vconform_worker vconform_backends hostile \
    vconform_golden attacks_test >build/log 2>&1 || {
    tail -n 20 build/log
    return 1
  }
}

# The names of the attacks that fail, of those with a name like one of the patterns.
failing() {
  filter=$(printf '%s\n' "$1" | paste -sd: -)
  for shard in 0 1; do
    GTEST_TOTAL_SHARDS=2 GTEST_SHARD_INDEX=$shard build/gcc/suites/attacks/attacks_test \
      --gtest_filter="$filter" >"build/attacked.$shard" 2>&1 &
  done
  wait
  grep -q '^\[==========\] [1-9][0-9]* test.* ran' build/attacked.0 build/attacked.1 || {
    echo "no attack has a name like: $filter" >&2
    exit 1
  }
  sed -n 's/^\[  FAILED  \] \([^ ,]*[./][^ ,]*\).*/\1/p' build/attacked.0 build/attacked.1 | sort -u
}

# Each pattern must be the name of an attack that fails.
unseen() {
  printf '%s\n' "$2" | while read -r pattern; do
    seen=no
    for name in $1; do
      # shellcheck disable=SC2254  # a pattern
      case $name in $pattern) seen=yes ;; esac
    done
    [ "$seen" = yes ] || printf ' %s' "$pattern"
  done
}

build
patterns=$(for name in "$@"; do sed -n 's/^red: //p' "$here/mends/$name.patch"; done | sort -u)
# On a busy machine some take longer than they may. They show nothing.
failing "$patterns" >build/slow
[ ! -s build/slow ] || {
  echo 'these fail with every mend in its place, and do not count:'
  cat build/slow
}

: >build/seen
code=0
for name in "$@"; do
  mend=$here/mends/$name.patch
  git apply "$mend"
  if build; then
    red=$(failing "$(sed -n 's/^red: //p' "$mend")" | grep -vxF -f build/slow || true)
    printf '%s\n' "$red" >>build/seen
    missing=$(unseen "$red" "$(sed -n 's/^red: //p' "$mend")")
    printf '%-22s %3d attacks are red%s\n' "$name" "$(printf '%s' "$red" | grep -c '' || true)" \
      "${missing:+; none of:$missing}"
    [ -z "$missing" ] || code=1
  else
    echo "$name: it does not build without this mend"
    code=1
  fi
  git apply -R "$mend"
done
echo "$(grep . build/seen | sort -u | wc -l) attacks were red with one mend or another taken out"
exit "$code"
