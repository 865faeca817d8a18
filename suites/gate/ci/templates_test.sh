#!/bin/sh
# templates_test.sh CHECKOUT PROGRAM: reads the two templates as CI would and runs their shell lines, in
# order, in an outside project. Only apt-get and git, which need a network, are replaced by stand-ins; a
# template that uses something unknown to this test fails.
set -eu

checkout=$1
program=$2
here=$(dirname -- "$(readlink -f -- "$0")")
# shellcheck source=suites/ci/expect.sh
. "$checkout/suites/ci/expect.sh"
# shellcheck source=suites/gate/ci/as_ci.sh
. "$here/as_ci.sh"

# ---- The machine ----

mkdir "$scratch/bin"
stand_in() {
  { echo '#!/bin/sh' && cat; } >"$scratch/bin/$1"
  chmod +x "$scratch/bin/$1"
}
export program checkout
stand_in apt-get <<'EOS'
case $* in
  update | 'install -y --no-install-recommends git ca-certificates') ;;
  *) echo "apt-get: the stand-in does not know '$*'" >&2 && exit 100 ;;
esac
EOS
# A clone with the files that the templates use.
stand_in git <<'EOS'
case $* in
  "clone $VCONFORM_REPOSITORY vconform")
    echo 'git: cloning' >&2
    mkdir -p vconform/adapters
    cp "$checkout/adapters/vconform_adapter.h" vconform/adapters
    ln -s "$program" vconform/vconform
    ;;
  "-C vconform checkout --detach $VCONFORM_COMMIT") [ -d vconform ] ;;
  *) echo "git: the stand-in does not know '$*'" >&2 && exit 128 ;;
esac
EOS

# A project with a baseline, a file of waivers, and the adapters that it may have.
upstream="$scratch/their project"
mkdir -p "$upstream/conformance"
cp "$checkout/adapters/example/smallest_adapter.c" "$scratch/right.c"
sed 's/to\[i\] = from\[i\];/to[i] = -from[i];/' "$scratch/right.c" >"$scratch/wrong.c"
echo 'no C' >"$scratch/uncompilable.c"
gcc -std=c11 -shared -fPIC -I"$checkout" "$scratch/right.c" -o "$scratch/right.so"
"$program" certify --backend "$scratch/right.so" --level quick --out "$scratch/right" >/dev/null
cp "$scratch/right/certificate.json" "$upstream/conformance"
grep -o '{"format": "vconform-waivers".*}' "$here/README.md" >"$upstream/conformance/waivers.json"
spec_version=$(sed -n 's/.*kSpecVersion = \([0-9]*\);/\1/p' "$checkout/spec/case/version.h")
claim 'the empty waiver file of README.md has the version of the rules' \
  [ "$(jq .spec_version "$upstream/conformance/waivers.json")" = "$spec_version" ]

# ---- Claims, the same for both templates ----

# job NAME ADAPTER [SED]: the template's job on a fresh machine with that adapter, after SED has changed
# the template. Its folder is $job; the files that it keeps are listed in $scratch/kept.
job() {
  rm -rf "$job" && mkdir "$job"
  : >"$scratch/kept"
  : >"$scratch/summary"
  cp "$scratch/$2.c" "$upstream/my_adapter.c"
  sed -e "${3-}" "$here/$1.yml" | yq . >"$scratch/template.json"
  run "$(printf %s "$1" | sed 's/-.*//')_job" "$scratch/template.json"
}
pins_text() {
  jq -e '[.. | .VCONFORM_COMMIT? | strings | test("^[0-9a-f]{40}$")] == [true]' \
    "$scratch/template.json" >/dev/null
}
keeps() { grep -qx -e "$1" "$scratch/kept"; }
job="$scratch/the job"

for name in github-workflow gitlab-ci; do
  job "$name" right
  claim "$name: an adapter that conforms passes" exits 0
  claim "$name: certify ran" prints 'smallest conforms on 1 of'
  claim "$name: results are kept" keeps conformance-out
  claim "$name: junit.xml is among them" grep -q '<testsuite ' "$job/conformance-out/junit.xml"

  claim "$name: a commit is pinned as text, not as a number" pins_text
  claim "$name: vconform is cloned" complains 'git: cloning'

  mv "$job/vconform" "$scratch/cache"
  job "$name" right
  rm -r "$scratch/cache"
  claim "$name: passes with a cached vconform" exits 0
  claim "$name: does not clone it again" no complains 'git: cloning'

  job "$name" wrong
  claim "$name: the job of a wrong adapter fails, as certify does" exits 1
  claim "$name: it says why" prints 'MISMATCH'
  claim "$name: results are kept then too" keeps conformance-out
  claim "$name: junit.xml has the failure" grep -q '<failure ' "$job/conformance-out/junit.xml"
  claim "$name: a badge is kept" grep -q '^<svg .*does not conform' "$job/conformance-out/badge.svg"

  job "$name" uncompilable
  claim "$name: the job of an adapter that cannot be built fails" exits 1
  claim "$name: nothing is certified then" [ ! -e "$job/conformance-out" ]

  job "$name" right 's/"0\{40\}"/"1111111111111111111111111111111111111111"/'
  claim "$name: another commit can be pinned" exits 0
  job "$name" right 's/--detach .*/--detach main/'
  claim "$name: nothing but the pinned commit is taken" exits 128

  # The imitation must be able to fail.
  job "$name" right 's/debian:12/debian:13/'
  claim "$name: another image is noticed" exits 99
  job "$name" right 's/always/sometimes/'
  claim "$name: an unknown condition is noticed" exits 99
  job "$name" wrong 's/--out conformance-out$/& || true/'
  claim "$name: it is the exit code of certify that fails the job" exits 0
done
for adapter in right wrong uncompilable; do
  job github-workflow "$adapter"
  case $adapter in
    right) claim 'GitHub shows that an adapter conforms' grep -q '^## smallest.*: conforms$' "$scratch/summary" ;;
    wrong) claim 'GitHub shows what deviates' grep -q '^| .vconv_.* MISMATCH ' "$scratch/summary" ;;
    *) claim 'GitHub shows nothing of what was not certified' [ ! -s "$scratch/summary" ] ;;
  esac
done
job gitlab-ci wrong
claim 'GitLab keeps a summary' grep -q '^| .vconv_.* MISMATCH ' "$job/conformance-out/summary.md"
claim 'GitLab shows it in the log of the job' prints '| MISMATCH | '
job gitlab-ci right
claim 'GitLab shows junit.xml as its test report' \
  [ "$(jq -r .conformance.artifacts.reports.junit "$scratch/template.json")" = conformance-out/junit.xml ]
job github-workflow right 's,actions/cache@v4,actions/unheard-of@v4,'
claim 'an unknown action is noticed' exits 99
job github-workflow right 's,^    steps:,    services: {}\n&,'
claim 'an unknown key of a job is noticed' exits 99

finish
