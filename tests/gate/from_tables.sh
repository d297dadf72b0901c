#!/bin/bash
# SPDX-License-Identifier: MIT
# from_tables.sh BIN FOLDER…: writes a gate file to standard output, with a kernel for each row of
# the tables programs/FOLDER/expected.tsv, and for the folder `families` those rows of
# tests/counts.tsv that are verified quickly. BIN is the directory of the built programs; the gate's
# cache is beside the gate file.
set -euo pipefail

bin=$1
shift
top=$(cd "$(dirname "$0")/../.." && pwd)

# kind → id: the first line of each page has both; a check is a kind of assertion.
ids=$(sed -sn '1s/^# \(MC[0-9]*\) \([a-z-]*\):.*$/\2\t\1/p' "$top"/docs/failures/MC*.md)
ids+=$'\ncheck\tMC002'

# Rows of a table as folder, binary, arguments, verdict, kind.
rows_of() {
  local folder=$1
  case $folder in
    families)
      awk -F '\t' '$2 == "families" && $5 <= 5000 && $6 == 0 && !seen[$3]++ {
        print "families\tfamilies\t" $3 "\tverified\t-" }' "$top/tests/counts.tsv" ;;
    table/samples)
      awk -F '\t' -v at="$top/programs/$folder" '!/^#/ {
        words = ($2 == "-" ? "" : $2 " ") "-- " at "/" $1 ".table"
        print "table\ttable\t" words "\t" $3 "\t" $4 }' "$top/programs/$folder/expected.tsv" ;;
    *)
      awk -F '\t' -v folder="$folder" '!/^#/ {
        print folder "\t" (folder == "unmodified" ? "unmodified/" : "") $1 "\t" $2 "\t" $3 "\t" $4
      }' "$top/programs/$folder/expected.tsv" ;;
  esac
}

printf '[gate]\nbudget = "20m"\ncache = "cache.json"\nhtml = "pages"\n'
for folder in "$@"; do rows_of "$folder"; done |
  awk -F '\t' -v bin="$bin" -v ids="$ids" '
    function quoted(text) { return "\"" text "\"" }
    BEGIN {
      count = split(ids, lines, "\n")
      for (i = 1; i <= count; ++i) { split(lines[i], pair, "\t"); id_of[pair[1]] = pair[2] }
    }
    {
      options = "minimise = \"off\""  # finding each failure is enough
      keys = ""; arguments = ""
      count = $3 == "-" ? 0 : split($3, words, " ")
      for (i = 1; i <= count; ++i) {
        if (words[i] == "--") {
          while (++i <= count) arguments = arguments (arguments == "" ? "" : ", ") quoted(words[i])
        } else if (words[i] == "--test") {
          keys = keys "test = " quoted(words[++i]) "\n"
        } else {
          name = substr(words[i], 3)
          flag = i == count || words[i + 1] ~ /^--/
          options = options ", " name " = " (flag ? "true" : quoted(words[++i]))
        }
      }
      if (arguments != "") keys = keys "arguments = [" arguments "]\n"
      if ($4 == "bug") {
        if (!($5 in id_of)) { print "no id for " $5 > "/dev/stderr"; exit 1 }
        keys = keys "allow = [" quoted(id_of[$5]) "]\n"
      }
      title = $2 ($3 == "-" ? "" : " " $3)
      gsub(/[^ ]*\//, "", title)  # keeps only the base names of paths
      print "\n[[kernel]]\nname = " quoted(NR " " $1 ": " title)
      print "program = " quoted(bin "/" $2) "\nexpect = " quoted($4)
      print "options = { " options " }"
      printf "%s", keys
    }'
