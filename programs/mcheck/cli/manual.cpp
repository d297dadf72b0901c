// SPDX-License-Identifier: MIT
// Generates the manual page, in the man(7) macros, which groff and mandoc both support.
#include <string>

#include "engine/trace/protocol/version.hpp"
#include "programs/mcheck/cli/installed_pages.hpp"
#include "programs/mcheck/cli/option_table.hpp"
#include "programs/mcheck/cli/options.hpp"

namespace mcheck::command {
namespace {

// Escapes leading control characters, backslashes, and hyphens that stand for minus signs.
std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (result.empty() && (c == '.' || c == '\'')) result += "\\&";
    if (c == '\\') {
      result += "\\e";
    } else if (c == '-') {
      result += "\\-";
    } else {
      result += c;
    }
  }
  return result;
}

// Quotes text as one macro argument.
std::string quoted(const std::string& text) {
  std::string result;
  for (const char c : escaped(text)) result += c == '"' ? std::string("\\(dq") : std::string(1, c);
  return "\"" + result + "\"";
}

std::string option_text(const OptionSpec& option) {
  std::string text = ".TP\n";
  const std::string dashes = std::string(option.name) == "output" ? "-o, --" : "--";
  text += ".B " + escaped(dashes + option.name) + "\n";
  if (*option.value != '\0') {
    text.pop_back();
    text = text.substr(0, text.rfind(".B ")) + ".BI " + quoted(dashes + option.name + " ") + " " +
           quoted(option.value) + "\n";
  }
  return text + escaped(option.help) + "\n";
}

std::string command_text(const CommandSpec& spec) {
  std::string text = ".SS " + quoted(usage_of(spec.command)) + "\n" + escaped(spec.help) + ".\n";
  std::string group;
  for (const OptionSpec& option : kOptions) {
    if ((option.commands & mask_of(spec.command)) == 0) continue;
    if (group != option.group) text += ".PP\n.I " + quoted(std::string(option.group) + ":") + "\n";
    group = option.group;
    text += option_text(option);
  }
  return text;
}

constexpr const char* kEnd = R"(.SH ENVIRONMENT
Every option can be set in the environment:
.B \-\-stop\-after
as
.BR MCHECK_STOP_AFTER .
The command line wins.
.TP
.BR MCHECK_CXX ", " MCHECK_CC
The compilers that
.B mcheck c++
and
.B mcheck cc
call.
.TP
.B MCHECK_OBJECT
The object that they link programs with, if it is not where it was installed.
.SH "EXIT STATUS"
0 verified, 1 bug, 2 wrong request, 3 incomplete, 4 not repeatable, 70 mcheck itself is wrong.
.SH EXAMPLES
.nf
mcheck c++ once.cpp \-o once
mcheck explore ./once
mcheck explore ./queue_test \-\-bound 2 \-\-time 1m \-\-html bug.html
mcheck gate \-\-junit gate.xml
.fi
.SH "SEE ALSO"
.BR g++ (1),
.BR gdb (1)
)";

}  // namespace

std::string manual_page() {
  std::string text = ".\\\" Made by `mcheck write\\-pages' of the table of options.\n";
  text += ".TH MCHECK 1 \"" + std::string(kReleased) + "\" " +
          quoted(std::string("mcheck ") + kVersion) +
          " \"User Commands\"\n.SH NAME\n"
          "mcheck \\- finds the schedule that breaks a concurrent program, or shows there is none\n"
          ".SH SYNOPSIS\n.nf\n";
  for (const CommandSpec& spec : kCommands) text += escaped(usage_of(spec.command)) + "\n";
  for (const CompilerSpec& spec : kCompilers) {
    text += escaped(std::string("mcheck ") + spec.name + " ARGUMENTS OF THE COMPILER") + "\n";
  }
  text +=
      "mcheck \\-\\-version\n.fi\n.SH DESCRIPTION\n"
      "mcheck runs every schedule of a small concurrent C++ program, and either shows the one\n"
      "that breaks it or proves that there is none.\n"
      "A program is written for mcheck and linked with its library, or is unmodified and\n"
      "compiled by\n.B mcheck c++\nor\n.BR \"mcheck cc\" .\n.SH COMMANDS\n";
  for (const CommandSpec& spec : kCommands) text += command_text(spec);
  for (const CompilerSpec& spec : kCompilers) {
    text += ".SS " + quoted(std::string("mcheck ") + spec.name) + "\n" + escaped(spec.help) + ".\n";
  }
  return text + kEnd;
}

}  // namespace mcheck::command
