#!/bin/sh
# Tests a copy of ./vconform on an imitated machine, with stand-ins for the package tools, cmake, ninja,
# id and sudo. Nothing is installed or built.
set -eu

here=$(dirname -- "$(readlink -f -- "$0")")
source=$(dirname -- "$(dirname -- "$here")")
# shellcheck source=suites/ci/expect.sh
. "$here/expect.sh"

checkout="$scratch/a checkout"
machine=$scratch/machine
mkdir -p "$checkout/suites/ci" "$machine" "$scratch/bin"
cp "$source/CMakePresets.json" "$checkout"
sed "s,^os_release=.*,os_release=$scratch/os-release," "$source/vconform" >"$checkout/vconform"
grep -q "^os_release=$scratch" "$checkout/vconform" || exit 1
chmod +x "$checkout/vconform"
printf '#!/bin/sh\necho "tests $*"\n' >"$checkout/suites/ci/test.sh"
chmod +x "$checkout/suites/ci/test.sh"

stand_in() {
  { echo '#!/bin/sh' && cat; } >"$scratch/bin/$1"
  chmod +x "$scratch/bin/$1"
}
export machine
stand_in dpkg-query <<'EOS'
shift 3
for package in "$@"; do
  grep -qx "$package" "$machine/installed" && printf '%s/installed ' "$package"
  grep -qx "$package" "$machine/removed" && printf '%s/config-files ' "$package"
done
exit 0
EOS
stand_in apt-get <<'EOS'
echo "apt-get $*" >>"$machine/calls"
case " $* " in
  *' update '*) touch "$machine/lists" ;;
  *) [ -e "$machine/lists" ] && [ ! -e "$machine/broken" ] || exit 100 ;;
esac
case " $* " in
  *' --simulate '*) ;;
  *' install '*) for word in "$@"; do echo "$word"; done >>"$machine/installed" ;;
esac
EOS
stand_in cmake <<'EOS'
echo "cmake $*" >>"$machine/calls"
mkdir -p build/release/suites build/fuzz
printf '#!/bin/sh\necho "in $PWD:"\necho "targets in ${VCONFORM_FUZZ_TARGETS-nothing}"\nprintf "<%%s>" "$@"\nexit 7\n' \
  >build/release/suites/vconform_cli
chmod +x build/release/suites/vconform_cli
EOS
stand_in ninja <<'EOS'
for target in "$@"; do :; done
case " $* " in
  *' -n '*) [ -e "$machine/changed" ] || [ -e "$machine/changed-$target" ] || echo 'ninja: no work to do.' ;;
  *) echo "ninja $*" >>"$machine/calls" && [ ! -e "$machine/syntax-error" ] && rm -f "$machine"/changed* ;;
esac
EOS
stand_in id <<'EOS'
cat "$machine/user"
EOS
stand_in sudo <<'EOS'
echo "sudo $*" >>"$machine/calls"
exec "$@"
EOS
PATH=$scratch/bin:$PATH

everything='g++ cmake ninja-build librapidcheck-dev libgtest-dev libgmock-dev libboost-dev libeigen3-dev
  libcli11-dev libfmt-dev nlohmann-json3-dev libpugixml-dev libssl-dev'
# Imitates a Debian 12 used by root, with everything installed and nothing built.
fresh_machine() {
  rm -rf "$machine" "$checkout/build"
  mkdir "$machine"
  printf 'VERSION_ID="12"\nID=debian\n' >"$scratch/os-release"
  echo 0 >"$machine/user"
  : >"$machine/calls"
  : >"$machine/removed"
  # shellcheck disable=SC2086  # a list of words
  printf '%s\n' $everything >"$machine/installed"
}
calls() { grep -Fq -e "$1" "$machine/calls"; }
vconform() { run "$checkout/vconform" "$@"; }

fresh_machine
vconform nonsense 'two words' --help
claim 'hands on all arguments' prints '<nonsense><two words><--help>'
claim 'hands back the exit code' exits 7
claim 'installs nothing when nothing is missing' no calls apt-get
claim 'configures the first time' calls 'cmake --fresh --preset release'

: >"$machine/calls"
vconform nonsense
claim 'is silent when nothing changed' silent
claim 'neither configures nor builds when nothing changed' [ ! -s "$machine/calls" ]

touch "$machine/changed"
vconform nonsense
claim 'builds what changed' calls 'ninja -C'
claim 'does not configure again' no calls cmake

: >"$machine/calls"
cp -r "$checkout" "$scratch/moved"
run "$scratch/moved/vconform" nonsense
claim 'configures again in a copied checkout' calls 'cmake --fresh'

touch "$machine/changed" "$machine/syntax-error"
vconform nonsense
claim 'a failed build exits 4' exits 4
claim 'a failed build runs nothing' no prints nonsense

fresh_machine
touch "$checkout/build"
vconform nonsense
claim 'a file in the place of build exits 2' exits 2
claim 'a file in the place of build says one line' says_one_line

# As on a full disk, where the folder can be written to as far as its permissions go.
fresh_machine
stand_in mkdir <<'EOS'
echo 'mkdir: No space left on device' >&2
exit 1
EOS
vconform nonsense
rm "$scratch/bin/mkdir"
claim 'a full disk exits 4' exits 4
claim 'a full disk says one line' says_one_line

fresh_machine
mkdir -p "$scratch/elsewhere"
ln -sf "$checkout/vconform" "$scratch/elsewhere/link"
cd "$scratch/elsewhere"
run ./link one
claim 'works through a symbolic link' prints '<one>'
claim 'stays in the folder of the caller' prints "in $scratch/elsewhere:"

fresh_machine
sed -i '/ninja-build/d; /libfmt-dev/d' "$machine/installed"
echo libfmt-dev >"$machine/removed"
vconform --no-install list
claim 'with --no-install exits 2' exits 2
claim 'with --no-install installs nothing' no calls apt-get
claim 'names exactly the missing packages' complains 'missing packages: ninja-build libfmt-dev;'
claim 'with --no-install says one line' says_one_line

vconform list
claim 'reads the package lists when there are none' calls 'apt-get -q -o DPkg::Lock::Timeout=600 update'
claim 'installs exactly the missing packages' \
  calls 'install -y --no-install-recommends ninja-build libfmt-dev'
claim 'runs after installing' exits 7
claim 'needs no sudo as root' no calls sudo

fresh_machine
touch "$machine/lists"
sed -i /cmake/d "$machine/installed"
echo 1000 >"$machine/user"
vconform list
claim 'uses sudo when not root' calls 'sudo env DEBIAN_FRONTEND=noninteractive apt-get'
claim 'does not update package lists that do' no calls update

fresh_machine
touch "$machine/broken"
sed -i /cmake/d "$machine/installed"
vconform list
claim 'a failed installation exits 4' exits 4
claim 'a failed installation names the packages' complains 'could not install: cmake'

fresh_machine
printf 'ID=debian\nVERSION_ID="13"\n' >"$scratch/os-release"
touch "$machine/lists"
sed -i /cmake/d "$machine/installed"
vconform list
claim 'installs on Debian 13' calls 'install -y --no-install-recommends cmake'

fresh_machine
printf 'ID=debian\nVERSION_ID="14"\n' >"$scratch/os-release"
vconform list
claim 'works elsewhere when nothing is missing' exits 7
sed -i /cmake/d "$machine/installed"
vconform list
claim 'installs nothing elsewhere' no calls apt-get
claim 'elsewhere exits 2' exits 2
claim 'elsewhere names the missing packages' complains 'missing packages: cmake; this is not Debian 12 or 13'
claim 'elsewhere says one line' says_one_line

fresh_machine
touch "$machine/lists"
vconform fuzz --time 5
claim 'fuzz gets its arguments' prints '<fuzz><--time><5>'
claim 'fuzz installs libFuzzer' calls 'install -y --no-install-recommends clang-19 libclang-rt-19-dev'
claim 'fuzz configures the program' calls 'cmake --fresh --preset release'
claim 'fuzz configures the targets' calls 'cmake --fresh --preset fuzz'
claim 'fuzz says where the targets are' prints "targets in $checkout/build/fuzz/fuzz"

: >"$machine/calls"
vconform fuzz
claim 'fuzz is silent when nothing changed' silent
claim 'fuzz neither configures nor builds when nothing changed' [ ! -s "$machine/calls" ]
touch "$machine/changed"
vconform fuzz
claim 'fuzz builds the program when it changed' calls "ninja -C $checkout/build/release vconform_cli"
touch "$machine/changed-fuzz_targets"
vconform fuzz
claim 'fuzz builds the targets when they changed' calls "ninja -C $checkout/build/fuzz fuzz_targets"
touch "$machine/changed-fuzz_targets" "$machine/syntax-error"
vconform fuzz
claim 'targets that cannot be built exit 4' exits 4
claim 'targets that cannot be built are not run' no prints '<fuzz>'

fresh_machine
touch "$machine/lists"
for option in --help --keep; do
  vconform fuzz "$option"
  claim "fuzz $option installs no compiler" no calls clang-19
  claim "fuzz $option builds no targets" no calls 'preset fuzz'
done
vconform list
claim 'other commands build no targets' no calls 'preset fuzz'
claim 'other commands know of no targets' prints 'targets in nothing'

fresh_machine
touch "$machine/lists"
vconform mutants --class rounding
claim 'mutants of other classes install no libclang' no calls libclang-19-dev
claim 'mutants of other classes build no rewriter' no calls vconform_mechanical
touch "$machine/changed-vconform_mechanical"
vconform mutants --class rounding,mechanical --every 9
claim 'mechanical mutants install libclang' calls 'install -y --no-install-recommends libclang-19-dev'
claim 'mechanical mutants are built' calls "ninja -C $checkout/build/release vconform_mechanical"
claim 'mechanical mutants get their arguments' prints '<mutants><--class><rounding,mechanical><--every><9>'

# The documented prototypes and what runs lowerings, which only some commands need.
fresh_machine
for words in 'certify --backend lowering:./k.so' 'replay a.case --backend=lowering:./k.so' \
  'certify --backend ./a.so --on golden' 'fuzz --keep --on=golden' 'trace ./kernel' 'lower-cxx -- g++ -c k.cpp'; do
  : >"$machine/calls"
  touch "$machine/changed-vconform_lowering"
  # shellcheck disable=SC2086  # a list of words
  vconform $words
  claim "$words builds the prototypes and what runs lowerings" \
    calls "ninja -C $checkout/build/release vconform_lowering"
  claim "$words runs after building" exits 7
done
touch "$machine/changed-vconform_lowering" "$machine/syntax-error"
vconform trace ./kernel
claim 'prototypes that cannot be built exit 4' exits 4
claim 'without the prototypes nothing is traced' no prints '<trace>'

fresh_machine
touch "$machine/changed-vconform_lowering"
for words in certify 'certify --backend intrinsics:./lib.so' 'new-adapter --language c lowering' 'explain trace'; do
  # shellcheck disable=SC2086  # a list of words
  vconform $words
  claim "$words builds no prototypes" no calls vconform_lowering
done

fresh_machine
touch "$machine/lists"
vconform test Some.Filter
claim 'test gets its arguments' prints 'tests Some.Filter'
claim 'test installs clang' calls 'clang-19 libclang-rt-19-dev llvm-19 clang-format-19 clang-tidy-19'
claim 'test installs what the tests of the package and the templates read with' calls 'git jq pkgconf yq'
claim 'test installs libclang at level full only' no calls libclang-19-dev
for package in debootstrap g++-aarch64-linux-gnu qemu-user slurm-wlm munge; do
  claim "test installs $package at level release only" no calls "$package"
done
vconform test --level full
claim 'level full installs libclang' calls libclang-19-dev
claim 'level full installs no debootstrap' no calls debootstrap
vconform test --level release
claim 'level release installs debootstrap' calls debootstrap
claim 'level release installs the cross compiler' calls ' g++-aarch64-linux-gnu '
claim 'level release installs Slurm' calls ' slurm-wlm '
claim 'level release installs a browser' calls ' chromium chromium-driver '
claim 'level release installs lintian' calls ' lintian '

finish
