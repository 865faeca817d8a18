#!/bin/sh
# fuzz_command_test.sh VCONFORM_CLI TARGETS FAULTY_GOLDEN LOWERING: the command fuzz with the real
# targets, a few seconds each. Golden is clean, and so is a lowering; a mutant, a crash, a hang and the
# fault of a lowering are found, replayed and kept.
set -eu

here=$(dirname -- "$(readlink -f -- "$0")")
# shellcheck source=suites/ci/expect.sh
. "$(dirname -- "$here")/suites/ci/expect.sh"

program=$1
VCONFORM_FUZZ_TARGETS=$2
faulty_golden=$3
lowering=lowering:$4
export VCONFORM_FUZZ_TARGETS
cd "$scratch"

# The families for which the table shows that at least 95 % of the inputs were compared.
compared_families() {
  awk '/^  [a-z_]+ .* %/ { for (i = 2; i < NF; ++i) if ($(i + 1) == "%" && $i >= 95) print $1 }' \
    "$scratch/out" | wc -l
}
compares() { [ "$(compared_families)" -eq "$1" ]; }
first_case() {
  set -- "$1"/failures/*.case
  printf '%s' "$1"
}

run "$program" fuzz --time 6 --jobs 2 --out golden
claim 'golden is clean' exits 0
claim 'golden: nothing is found' prints 'nothing found'
set -- "$VCONFORM_FUZZ_TARGETS"/*_fuzz
# One is for lowerings.
claim 'golden: every family and their sum reach comparisons' compares "$#"
claim 'golden: no word of lowerings' no prints lowering

run "$program" fuzz --backend mutant:round-half-away --family vconv --time 4 --jobs 2 --out mutant
claim 'a mutant is found' exits 1
claim 'its rule is named' prints 'rule round.nearest-ties-to-even'
claim 'it can be replayed' prints " replay $(pwd)/mutant/failures/"
found=$(first_case mutant)
run "$program" replay mutant/failures/*.case --backend golden
claim 'golden passes what the mutant fails' exits 0
run "$program" replay "$found" --backend mutant:round-half-away
claim 'the mutant fails it again' exits 1

run "$program" fuzz --keep mutant/failures/*.case --regressions kept
claim 'findings are kept' exits 0
run "$program" fuzz --backend mutant:round-half-away --family vconv --time 3 --jobs 2 \
  --regressions kept --out again
claim 'known findings still fail' exits 1
claim 'a known finding is not reported again' [ ! -e "again/failures/${found##*/}" ]
claim 'known findings are counted' prints 'still fail'

VCONFORM_FAULTS=300:segfault
export VCONFORM_FAULTS
run "$program" fuzz --backend "$faulty_golden" --profile a2 --family vconv --time 6 --jobs 2 --out crash
claim 'a crash is a finding' exits 1
claim 'a crash has a case' prints 'CRASH  Vconv'
claim 'no crash is left unexplained' no prints 'died on'
run "$program" replay "$(first_case crash)" --backend "$faulty_golden" --profile a2
claim 'the crash comes again' prints CRASH

VCONFORM_FAULTS=300:loop
run "$program" fuzz --backend "$faulty_golden" --profile a2 --family vconv --time 4 --jobs 2 \
  --time-limit 0.1 --out hang
claim 'a hang is a finding' exits 1
claim 'a hang has a case' prints 'TIMEOUT  Vconv'

unset VCONFORM_FAULTS
run "$program" fuzz --backend "$lowering" --time 4 --jobs 2 --out right
claim 'a lowering is clean' exits 0
claim 'its operations are compared' compares 1
claim 'of a lowering only its operations are fuzzed' no prints 'left out'
run "$program" fuzz --backend "$lowering" --family vconv --time 4 --out none
claim 'a lowering has no instruction' exits 2
VCONFORM_LOWERING_FAULT=stale-mask
export VCONFORM_LOWERING_FAULT
run "$program" fuzz --backend "$lowering" --time 6 --jobs 2 --out wrong
claim 'the fault of a lowering is found' exits 1
run "$program" replay "$(first_case wrong)" --backend "$lowering"
claim 'the lowering fails it again' exits 1
unset VCONFORM_LOWERING_FAULT
run "$program" replay wrong/failures/*.case --backend "$lowering"
claim 'the right one passes it' exits 0

finish
