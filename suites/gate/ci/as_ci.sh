# Sourced by templates_test.sh: imitates the runners of CI for a template, given as JSON, in the folder
# $job with the files of $upstream. Exit code 99: the template uses something unknown here.
# shellcheck shell=sh disable=SC2154  # set by templates_test.sh

export VCONFORM_REPOSITORY=somewhere
GITHUB_STEP_SUMMARY=$scratch/summary
export GITHUB_STEP_SUMMARY

unknown() {
  echo "unknown here: $*" >&2
  exit 99
}

# Runs the lines of a step from stdin in a shell, as a runner does.
run_lines() {
  cat >"$scratch/lines"
  # shellcheck disable=SC2016  # an expression of GitHub
  ! grep -Fq '${{' "$scratch/lines" || unknown 'an expression in a shell line'
  (cd "$job" && PATH=$scratch/bin:$PATH sh -e "$scratch/lines")
}

# Notes a file or folder of the job that is to be kept; there must be something.
keep() {
  echo "${1%/}" >>"$scratch/kept"
  [ -e "$job/$1" ]
}

# Restores the cache that an earlier job left in $scratch/cache, if there was one.
restore() {
  [ ! -d "$scratch/cache" ] || cp -r "$scratch/cache/." "$job/$1"
}

# The answer to a query about the step.
of_step() { jq -r ".jobs.conformance.steps[$step] | $1" "$template"; }

github_step() {
  case $(of_step '.if // "success()"') in
    'success()') [ "$result" -eq 0 ] || return 0 ;;
    'always()') ;;
    *) unknown "$(of_step .)" ;;
  esac
  case $(of_step '"\(keys - ["if", "name"]) \(.uses) \(.with // {} | keys)"') in
    '["run"] null []') of_step .run | run_lines ;;
    '["uses"] actions/checkout@v4 []') cp -r "$upstream/." "$job" ;;
    '["uses","with"] actions/cache@v4 ["key","path"]') restore "$(of_step .with.path)" ;;
    '["uses","with"] actions/upload-artifact@v4 ["name","path"]') keep "$(of_step .with.path)" ;;
    *) unknown "$(of_step .)" ;;
  esac
}

github_job() (
  template=$1
  of_job='.jobs.conformance | "\(keys) \(.container) \(.env | keys) \(.env.VCONFORM_REPOSITORY)"'
  # shellcheck disable=SC2016  # an expression of GitHub
  [ "$(jq -r "$of_job" "$template")" = '["container","env","runs-on","steps"] debian:12 ["VCONFORM_COMMIT","VCONFORM_REPOSITORY"] ${{ vars.VCONFORM_REPOSITORY }}' ] ||
    unknown "$(jq '.jobs.conformance | del(.steps)' "$template")"
  VCONFORM_COMMIT=$(jq -r .jobs.conformance.env.VCONFORM_COMMIT "$template")
  export VCONFORM_COMMIT
  result=0
  step=0
  while [ "$step" -lt "$(jq '.jobs.conformance.steps | length' "$template")" ]; do
    code=0
    github_step || code=$?
    [ "$code" -ne 99 ] || exit 99
    [ "$result" -ne 0 ] || result=$code
    step=$((step + 1))
  done
  exit "$result"
)

gitlab_job() (
  template=$1
  of_job='.conformance | "\(keys) \(.image) \(.variables | keys) \(.cache | keys) \(.artifacts.when) \(.artifacts | keys)"'
  [ "$(jq -r "$of_job" "$template")" = '["after_script","artifacts","before_script","cache","image","script","variables"] debian:12 ["VCONFORM_COMMIT"] ["key","paths"] always ["paths","reports","when"]' ] ||
    unknown "$(jq '.conformance | del(.before_script, .script, .after_script)' "$template")"
  VCONFORM_COMMIT=$(jq -r .conformance.variables.VCONFORM_COMMIT "$template")
  export VCONFORM_COMMIT
  cp -r "$upstream/." "$job"
  restore "$(jq -r '.conformance.cache.paths[]' "$template")"
  result=0
  jq -r '.conformance | (.before_script + .script)[]' "$template" | run_lines || result=$?
  # A shell of its own, whose exit code counts for nothing.
  CI_PROJECT_DIR=$job
  export CI_PROJECT_DIR
  jq -r '.conformance.after_script[]' "$template" | run_lines || true
  jq -r '.conformance.artifacts | .paths[], .reports[]' "$template" >"$scratch/artifacts"
  while read -r artifact; do
    keep "$artifact" || [ "$result" -ne 0 ] || result=1
  done <"$scratch/artifacts"
  exit "$result"
)
