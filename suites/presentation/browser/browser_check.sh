#!/bin/sh
# browser_check.sh VCONFORM GOLDEN: makes pages of every kind and opens each in a headless Chromium
# (check_pages.mjs). VCONFORM is the program and GOLDEN libvconform_golden.so, of one build. Needs Debian's
# chromium, chromium-driver, nodejs and npm, and npm's registry for the packages in package-lock.json; ends with
# 77 if one of them cannot be had. Screenshots stay in build/pages/shots, to be looked at.
set -eu

vconform=$(readlink -f -- "$1")
golden=$(readlink -f -- "$2")
here=$(dirname -- "$(readlink -f -- "$0")")
root=$(dirname -- "$(dirname -- "$(dirname -- "$here")")")
work=$root/build/pages

not_run() {
  printf 'pages in a browser: not run: %s\n' "$*" >&2
  exit 77
}
fail() {
  printf 'pages in a browser: %s\n' "$*" >&2
  exit 1
}

for tool in /usr/bin/chromium /usr/bin/chromedriver node npm; do
  command -v "$tool" >/dev/null || not_run "there is no $tool"
done
rm -rf "$work"
mkdir -p "$work/pages" "$work/shots" "$work/check"
cp "$here/package.json" "$here/package-lock.json" "$here/check_pages.mjs" "$work/check"
(cd "$work/check" && npm ci --ignore-scripts --no-audit --no-fund) || not_run 'npm could not install what package-lock.json names'

g++ -std=c++20 -O2 -Wall -Werror -shared -fPIC -I "$root" "$here/always_wrong.cpp" -o "$work/always_wrong.so" \
  -Wl,--no-as-needed "$golden" "-Wl,-rpath,${golden%/*}" || fail 'always_wrong.cpp was not compiled'

# page NAME EXPECTED ARGUMENT...: certifies, expects an exit code, and keeps the page.
page() {
  name=$1
  expected=$2
  shift 2
  code=0
  "$vconform" certify --level quick --out "$work/$name" "$@" >"$work/$name.log" || code=$?
  [ "$code" -eq "$expected" ] || fail "certify for the page $name exited $code, not $expected; see $work/$name.log"
  cp "$work/$name/report.html" "$work/pages/$name.html"
}
page right 0
page wrong-everywhere 1 --backend "$work/always_wrong.so"
page wrong-rounding 1 --backend mutant:round-half-away --family vconv
"$vconform" compare --format html --out "$work/pages/comparison.html" "$work/right/certificate.json" \
  "$work/wrong-everywhere/certificate.json" "$work/wrong-rounding/certificate.json"
"$vconform" compare --format html --out "$work/pages/difference.html" "$work/right/certificate.json" \
  "$work/wrong-rounding/certificate.json"
code=0
"$vconform" sweep --instruction vconv_f162s8r,vconv_f162s8a --backend mutant:round-half-away --out "$work/sweep" \
  >"$work/sweep.log" || code=$?
[ "$code" -eq 1 ] || fail "the sweep exited $code, not 1; see $work/sweep.log"
cp "$work/sweep/report.html" "$work/pages/sweep.html"

deviating=$(jq '[.rows[] | select(.deviations | length > 0)] | length' "$work/wrong-everywhere/certificate.json")
all=$(jq '[.rows[] | select(.claimed)] | length' "$work/wrong-everywhere/certificate.json")
[ "$deviating" -eq "$all" ] || fail "always_wrong.so deviates in $deviating of $all rows"

node "$work/check/check_pages.mjs" "$work/pages" "$work/shots"
