#!/bin/sh
# prose_check.sh: finds comments that begin with a fragment, and comments and READMEs that use a banned
# phrase (CONTRIBUTING.md, "Prose"), in the files below the current folder, found without git, leaving
# out ./build. In Markdown, quoted words and code may be anything.
set -eu

fewest_files=500
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

find . -path ./build -prune -o -type f \
  \( -name '*.h' -o -name '*.hpp' -o -name '*.cpp' -o -name '*.c' -o -name '*.inc' -o -name '*.sh' -o -name '*.md' \
  -o -name '*.cmake' -o -name CMakeLists.txt \) -print0 |
  LC_ALL=C sort -z >"$scratch/files"
files=$(tr -dc '\0' <"$scratch/files" | wc -c)
[ "$files" -ge "$fewest_files" ] || {
  echo "prose_check.sh found $files source files, fewer than $fewest_files: run it from the root of the checkout"
  exit 1
}

# shellcheck disable=SC2016  # an awk program
xargs -0 awk '
  # The comment on a line, without its mark; "" if there is none. A // in a string is none.
  function comment_on(line,    at, found, head) {
    if (is_markdown) {
      if (line ~ /^```/) {
        is_in_code = !is_in_code
        return ""
      }
      gsub(/"[^"]*"|`[^`]*`/, "", line)
      return is_in_code ? "" : line " "
    }
    if (has_hashes) {
      return line ~ /^[ \t]*#/ && line !~ /^#!/ ? substr(line, index(line, "#") + 1) " " : ""
    }
    for (at = 1; (found = index(substr(line, at), "//")) > 0; at += found + 1) {
      head = substr(line, 1, at + found - 2)
      gsub(/\\./, "", head)
      gsub(/\047"\047/, "", head)
      if (gsub(/"/, "", head) % 2 == 0) {
        return substr(line, at + found + 1) " "
      }
    }
    return ""
  }
  function is_banned(text) {
    return text ~ /(^|[^a-z])(ha(s|ve|d) (a|no) say|is no (good|number)|somebody else wrote|but for|seconds of the processor)([^a-z]|$)/
  }
  FNR == 1 {
    before = ""
    is_in_code = 0
    is_markdown = FILENAME ~ /\.md$/
    has_hashes = FILENAME ~ /(\.sh|\.cmake|CMakeLists\.txt)$/
  }
  {
    text = comment_on($0)
    sub(/^[ \t]+/, "", text)
    is_directive = text ~ /^(NOLINT|clang-format |shellcheck )/
    is_alone = is_markdown || $0 ~ (has_hashes ? "^[ \t]*#" : "^[ \t]*//")
    is_first = before == "" || !is_alone
    begins_badly = !is_markdown && is_first && text ~ /^(Of|What|Which|Nothing where)([^A-Za-z]|$)/
    if (begins_badly || is_banned(text) || (!is_first && !is_banned(before) && is_banned(before text))) {
      shown = text
      sub(/ +$/, "", shown)
      print substr(FILENAME, 3) ":" FNR ": " shown
    }
    before = is_alone && !is_directive ? text : ""
  }' <"$scratch/files" >"$scratch/found"

found=$(wc -l <"$scratch/found")
cat "$scratch/found"
[ "$found" -eq 0 ] || {
  echo "prose: lines to mend: $found, in $files files; see CONTRIBUTING.md, \"Prose\""
  exit 1
}
echo "prose: $files files have none of the banned patterns"
