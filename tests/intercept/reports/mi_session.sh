#!/bin/bash
# SPDX-License-Identifier: MIT
# Acts as an editor: mi_session.sh COMMANDS [NAME=VALUE …], with gdb at the other end of a pipe.
# Sends the lines of the file COMMANDS, each after the answer to the previous one; after a command
# that resumes the program, not before the program has stopped. Prints gdb's answers.
set -u
commands=$1
shift
coproc gdb { env "$@" gdb --interpreter=mi -q 2>&1; }
exec 3>&"${gdb[1]}" 4<&"${gdb[0]}"

# listen PATTERN: gdb's lines up to one that matches.
listen() {
  while IFS= read -r -t 60 line <&4; do
    printf '%s\n' "$line"
    [[ $line =~ $1 ]] && return
  done
  echo "gdb said no more"
  exit 1
}

listen '^\(gdb\)'
while IFS= read -r command; do
  printf '> %s\n' "$command"
  printf '%s\n' "$command" >&3
  listen '^[0-9]*\^'
  case $command in
    -exec-run* | -exec-continue*) listen '^\*stopped' ;;
  esac
done <"$commands"
printf '%s\n' -gdb-exit >&3
