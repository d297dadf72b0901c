// SPDX-License-Identifier: MIT
// Generates shell completions. The names of tests and strategies come from the program: the
// completion runs `mcheck list` when it needs them.
#include <algorithm>
#include <string>
#include <vector>

#include "engine/trace/failures/failure.hpp"
#include "engine/trace/failures/failure_id.hpp"
#include "programs/mcheck/cli/completion_values.hpp"
#include "programs/mcheck/cli/installed_pages.hpp"

namespace mcheck::command {
namespace {

using CompletionWords = std::vector<std::string>;

constexpr const char* kMadeBy = "# Made by `mcheck write-pages` of the table of options.\n";

std::string joined(const CompletionWords& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at)) {
    text.replace(at, what.size(), with);
    at += with.size();
  }
  return text;
}

CompletionWords failure_names() {
  CompletionWords words;
  for (const FailureKind kind : failure_kinds()) {
    for (const char* word : {id_of(kind), name_of(kind)}) {
      if (*word != '\0') words.emplace_back(word);
    }
  }
  std::ranges::sort(words);
  words.erase(std::unique(words.begin(), words.end()), words.end());
  return words;
}

CompletionWords options_of(Command command) {
  CompletionWords words = {"--help"};
  for (const OptionSpec& option : kOptions) {
    if ((option.commands & mask_of(command)) != 0) words.push_back("--" + std::string(option.name));
  }
  return words;
}

// Whether the command's first argument is a program.
bool runs_program(Command command) {
  return command != Command::kGate && command != Command::kExplain;
}

std::string bash_values(const OptionSpec& option) {
  const CompletionValues known = completion_values(option);
  std::string words = "COMPREPLY=($(compgen -W \"" + joined(known.words) + "\" -- \"$word\"))";
  switch (known.kind) {
    case ValueKind::kNone: return "";
    case ValueKind::kWords: return words;
    case ValueKind::kFile:
      return known.words.empty() ? "_mcheck_files -f" : words + "; _mcheck_files -f";
    case ValueKind::kFolder: return "_mcheck_files -d";
    case ValueKind::kTest: return "_mcheck_listed 'tests of'";
    case ValueKind::kStrategy: return "_mcheck_listed strategies";
    case ValueKind::kOther: return ":";
  }
  return "";
}

constexpr const char* kBash = R"(
# What `mcheck list` says below a line that begins with $1.
_mcheck_listed() {
  local names
  names=$("${COMP_WORDS[0]}" list "${COMP_WORDS[2]}" 2>/dev/null |
    sed -n "/^$1/,/^[^ ]/s/^  \([^ ]*\).*/\1/p")
  COMPREPLY=($(compgen -W "$names" -- "$word"))
}

_mcheck_files() {
  compopt -o filenames
  local file
  while IFS= read -r file; do COMPREPLY+=("$file"); done < <(compgen "$1" -- "$word")
}

_mcheck() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} each options
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W "@COMMANDS@ --help --version" -- "$word"))
    return
  fi
  [[ $word == = ]] && word=
  [[ $before == = ]] && before=${COMP_WORDS[COMP_CWORD - 2]}
  for each in "${COMP_WORDS[@]:2:COMP_CWORD-2}"; do
    [[ $each == -- ]] && { _mcheck_files -f; return; }
  done
  case ${COMP_WORDS[1]} in
@OPTIONS@    explain) COMPREPLY=($(compgen -W "@FAILURES@" -- "$word")); return ;;
    *) _mcheck_files -f; return ;;
  esac
  case $before in
@VALUES@  esac
  if [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$word"))
  else
    _mcheck_files -f
  fi
}
complete -F _mcheck mcheck
)";

// Escapes text for a description of _arguments, inside single quotes.
std::string quoted_for_zsh(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '\'') {
      result += "'\\''";
    } else if (c == '[' || c == ']' || c == ':' || c == '\\') {
      result += std::string("\\") + c;
    } else {
      result += c;
    }
  }
  return result;
}

std::string zsh_values(const OptionSpec& option) {
  const CompletionValues known = completion_values(option);
  const std::string value = ":" + quoted_for_zsh(option.value) + ":";
  switch (known.kind) {
    case ValueKind::kNone: return "";
    case ValueKind::kWords: return value + "(" + joined(known.words) + ")";
    case ValueKind::kFile: return value + "_files";
    case ValueKind::kFolder: return value + "_files -/";
    case ValueKind::kTest: return value + "{_mcheck_listed \"tests of\"}";
    case ValueKind::kStrategy: return value + "{_mcheck_listed strategies}";
    case ValueKind::kOther: return value + " ";
  }
  return "";
}

std::string zsh_command(const CommandSpec& spec) {
  std::string text =
      "    " + std::string(spec.name) + ")\n      _arguments -S '--help[Print the help]'";
  for (const OptionSpec& option : kOptions) {
    if ((option.commands & mask_of(spec.command)) == 0) continue;
    const bool valued = *option.value != '\0';
    text += " \\\n        '--" + std::string(option.name) + (valued ? "=" : "") + "[" +
            quoted_for_zsh(option.help) + "]" + zsh_values(option) + "'";
  }
  if (spec.command == Command::kExplain) {
    text += " \\\n        '1:FAILURE:(" + joined(failure_names()) + ")'";
  } else {
    text += std::string(" \\\n        '1:") + (runs_program(spec.command) ? "PROGRAM" : "FILE") +
            ":_files' '*:ARGUMENTS:_files'";
  }
  return text + "\n      ;;\n";
}

constexpr const char* kZsh = R"zsh(
# What `mcheck list` says below a line that begins with $1.
_mcheck_listed() {
  local -a names
  names=(${(f)"$(${mcheck_word} list ${mcheck_program} 2>/dev/null |
    sed -n "/^$1/,/^[^ ]/s/^  \([^ ]*\).*/\1/p")"})
  compadd -a names
}

_mcheck() {
  local -a commands
  local mcheck_word=$words[1] mcheck_program=$words[3]
  commands=(
@COMMANDS@  )
  if ((CURRENT == 2)); then
    _describe command commands
    return
  fi
  shift words
  ((CURRENT--))
  case $words[1] in
@OPTIONS@    *) _files ;;
  esac
}

_mcheck "$@"
)zsh";

std::string quoted_for_fish(const std::string& text) {
  return "'" + replaced(replaced(text, "\\", "\\\\"), "'", "\\'") + "'";
}

std::string fish_values(const OptionSpec& option) {
  const CompletionValues known = completion_values(option);
  switch (known.kind) {
    case ValueKind::kNone: return "";
    case ValueKind::kWords: return " -xa " + quoted_for_fish(joined(known.words));
    case ValueKind::kFile:
      return " -rF" + (known.words.empty() ? "" : " -a " + quoted_for_fish(joined(known.words)));
    case ValueKind::kFolder: return " -xa '(__fish_complete_directories)'";
    case ValueKind::kTest: return " -xa '(__mcheck_listed \"tests of\")'";
    case ValueKind::kStrategy: return " -xa '(__mcheck_listed strategies)'";
    case ValueKind::kOther: return " -x";
  }
  return "";
}

constexpr const char* kFish = R"(
# What `mcheck list` says below a line that begins with $argv[1].
function __mcheck_listed
    set -l words (commandline -opc)
    $words[1] list $words[3] 2>/dev/null | sed -n "/^$argv[1]/,/^[^ ]/s/^  \([^ ]*\).*/\1/p"
end

function __mcheck_command
    set -l words (commandline -opc)
    test (count $words) -ge 2; and contains -- $words[2] $argv
end

function __mcheck_no_command
    test (count (commandline -opc)) -eq 1
end

complete -c mcheck -n __mcheck_no_command -f
complete -c mcheck -n __mcheck_no_command -l help -d 'Print the help'
complete -c mcheck -n __mcheck_no_command -l version -d 'Print the version'
)";

}  // namespace

std::string bash_completion() {
  CompletionWords commands;
  std::string options;
  for (const CommandSpec& spec : kCommands) {
    commands.emplace_back(spec.name);
    if (spec.command == Command::kExplain) continue;
    options += "    " + std::string(spec.name) + ") options=\"" + joined(options_of(spec.command)) +
               "\" ;;\n";
  }
  for (const CompilerSpec& spec : kCompilers) commands.emplace_back(spec.name);
  std::string values;
  for (const OptionSpec& option : kOptions) {
    const std::string action = bash_values(option);
    if (action.empty()) continue;
    const std::string both = std::string(option.name) == "output" ? "-o | --" : "--";
    values += "    " + both + option.name + ") " + action + "; return ;;\n";
  }
  std::string text = replaced(kBash, "@COMMANDS@", joined(commands));
  text = replaced(replaced(text, "@OPTIONS@", options), "@FAILURES@", joined(failure_names()));
  return kMadeBy + replaced(text, "@VALUES@", values);
}

std::string zsh_completion() {
  std::string commands;
  std::string options;
  const auto add = [&](const char* name, const char* help) {
    commands += "    '" + std::string(name) + ":" + quoted_for_zsh(help) + "'\n";
  };
  for (const CommandSpec& spec : kCommands) {
    add(spec.name, spec.help);
    options += zsh_command(spec);
  }
  for (const CompilerSpec& spec : kCompilers) add(spec.name, spec.help);
  return "#compdef mcheck\n" +
         (kMadeBy + replaced(replaced(kZsh, "@COMMANDS@", commands), "@OPTIONS@", options));
}

std::string fish_completion() {
  std::string text = std::string(kMadeBy) + kFish;
  const auto add = [&](const char* name, const char* help) {
    text += std::string("complete -c mcheck -n __mcheck_no_command -a ") + name + " -d " +
            quoted_for_fish(help) + "\n";
  };
  for (const CommandSpec& spec : kCommands) add(spec.name, spec.help);
  for (const CompilerSpec& spec : kCompilers) add(spec.name, spec.help);
  for (const OptionSpec& option : kOptions) {
    CompletionWords commands;
    for (const CommandSpec& spec : kCommands) {
      if ((option.commands & mask_of(spec.command)) != 0) commands.emplace_back(spec.name);
    }
    text += "complete -c mcheck -n '__mcheck_command " + joined(commands) + "' -l " + option.name +
            (std::string(option.name) == "output" ? " -s o" : "") + fish_values(option) + " -d " +
            quoted_for_fish(option.help) + "\n";
  }
  return text + "complete -c mcheck -n '__mcheck_command explain' -f -a " +
         quoted_for_fish(joined(failure_names())) + "\n";
}

}  // namespace mcheck::command
