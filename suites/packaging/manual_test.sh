#!/bin/sh
# manual_test.sh PROGRAM MANUAL: every option that `--help` of a command names is in its man page and
# completed by bash; what MANUAL writes is what zsh, fish and man read without complaint, where they are.
set -eu

program=$1
manual=$2
here=$(dirname -- "$(readlink -f -- "$0")")
# shellcheck source=suites/ci/expect.sh
. "$here/../ci/expect.sh"
share=$scratch/share
pages=$share/man/man1

run "$manual" "$share"
claim 'writes without a word' exits 0
claim 'and is silent' silent
run "$manual"
claim 'without a folder it exits 2' exits 2
mkdir -p "$scratch/taken/man"
: >"$scratch/taken/man/man1"
run "$manual" "$scratch/taken"
claim 'a folder that cannot be made exits 2' exits 2
claim 'and says one line' says_one_line

# completed WORD...: bash's completion behind "vconform WORD...", of which the last is being typed.
completed() {
  # shellcheck disable=SC2016  # bash expands it
  bash -c '
    source "$1"
    shift
    COMP_WORDS=(vconform "$@")
    COMP_CWORD=$#
    _vconform
    printf "%s\n" "${COMPREPLY[@]}"' bash "$share/bash-completion/completions/vconform" "$@"
}
is_completed() { completed "$@" | grep -Fqx -e "$what_is_typed"; }

commands_in_help() { sed -n '/^Subcommands:/,$s/^  \([a-z][a-z-]*\) .*/\1/p'; }
options_in_help() { sed -n 's/^  \(-[a-z],\)\{0,1\}\(--[a-z-]*\).*/\2/p' | sort; }
# The long options of a command, as each of the files has them.
options_in_page() {
  sed -n '/^.SH OPTIONS/,/^.SH EXIT/p' "$1" | grep -oE '\\fB\\-\\-[a-z\\-]+\\fR' | sed 's/\\f[BR]//g; s/\\//g' | sort
}
options_in_bash() { completed "$@" -- | grep '^--' | sort; }
options_in_fish() {
  condition=
  for word in "$@"; do
    condition="${condition:+$condition; and }__fish_seen_subcommand_from $word"
  done
  grep -E -e "^complete -c vconform${condition:+ -n '$condition'} -[sl] " "$share/fish/vendor_completions.d/vconform.fish" |
    sed -n 's/.* -l \([a-z-]*\) .*/--\1/p' | sort
}
options_in_zsh() {
  sed -n "/^_vconform$(printf '_%s' "$@" | sed 's/^_$//' | tr - _)() {/,/^}/p" "$share/zsh/vendor-completions/_vconform" |
    grep -oE "^ +'[*]?--[a-z-]+" | sed "s/^ *'[*]*//" | sort
}

# checks WORD...: the command vconform WORD..., and those below it.
checks() {
  "$program" "$@" --help >"$scratch/help"
  page=$pages/vconform$(printf -- '-%s' "$@" | sed 's/^-$//').1
  claim "vconform $* has a page" [ -s "$page" ]
  options_in_help <"$scratch/help" >"$scratch/options"
  commands_in_help <"$scratch/help" >"$scratch/commands.$#"
  claim "vconform $* has options" [ -s "$scratch/options" ]
  options=$((options + $(wc -l <"$scratch/options")))
  run options_in_page "$page"
  claim "the page of vconform $* has its options" cmp -s "$scratch/out" "$scratch/options"
  for shell in bash fish zsh; do
    run "options_in_$shell" "$@"
    claim "$shell completes the options of vconform $*" cmp -s "$scratch/out" "$scratch/options"
  done
  while read -r command; do
    commands=$((commands + 1))
    what_is_typed=$command
    claim "$command is completed behind vconform $*" is_completed "$@" ''
    checks "$@" "$command"
  done <"$scratch/commands.$#"
}
options=0
commands=0
checks
claim "there were $commands commands" [ "$commands" -ge 23 ]
claim "there were $options options" [ "$options" -ge 140 ]
claim 'each command has one page' [ "$(find "$pages" -name '*.1' | wc -l)" -eq $((commands + 1)) ]

what_is_typed=deq
claim 'families are completed' is_completed certify --family d
claim 'behind = too' is_completed certify --family = d
what_is_typed=exhaustive
claim 'levels are completed' is_completed certify --seed 7 --level ''
claim 'a file is left to bash' [ -z "$(completed report fil)" ]

run sh -c "grep -hE \"^[.'][^STsP]\" '$pages'/*.1"
claim 'no line is an unknown request' [ ! -s "$scratch/out" ]
unset VCONFORM_FUZZ_TARGETS
for command in test fuzz; do
  run "$program" "$command"
  claim "$command of an installed program exits 2" exits 2
  claim "$command of an installed program says one line" says_one_line
  claim "$command of an installed program names the fix" complains 'in a checkout'
done

run bash -n "$share/bash-completion/completions/vconform"
claim 'bash reads it' exits 0
# Debian's packages are checked with all of these (packages_check.sh).
if command -v zsh >/dev/null; then
  run zsh -n "$share/zsh/vendor-completions/_vconform"
  claim 'zsh reads it' exits 0
fi
if command -v fish >/dev/null; then
  run fish --no-execute "$share/fish/vendor_completions.d/vconform.fish"
  claim 'fish reads it' exits 0
fi
if command -v groff >/dev/null; then
  run groff -K utf8 -man -Tutf8 -ww -z "$pages"/*.1
  claim 'groff reads the pages' exits 0
  claim 'without a warning' silent
fi
finish
