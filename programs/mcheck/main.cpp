// SPDX-License-Identifier: MIT
// The mcheck command: supervises programs that explore themselves. The only place that catches
// errors.
#include <cstdlib>
#include <exception>
#include <iostream>
#include <string>
#include <variant>
#include <vector>

#include "programs/mcheck/cli/diagnostic.hpp"
#include "programs/mcheck/cli/installed_pages.hpp"
#include "programs/mcheck/commands/commands.hpp"
#include "programs/mcheck/commands/explain.hpp"
#include "programs/mcheck/compile/compile.hpp"
#include "programs/mcheck/supervise/signals.hpp"
#include "visualize/model/wording.hpp"

namespace {

constexpr int kUsage = 2;
constexpr int kIncomplete = 3;
constexpr int kInternal = 70;

// The command line without the program's arguments, which come last.
std::string typed_command(const std::vector<std::string>& words) {
  std::string text = "mcheck";
  for (const std::string& word : words) {
    if (word == "--") break;
    text += " " + mcheck::shell_word(word);
  }
  return text;
}

int run(const std::vector<std::string>& words) {
  namespace command = mcheck::command;
  const auto environment = [](const char* name) {
    return static_cast<const char*>(std::getenv(name));
  };
  try {
    for (const command::CompilerSpec& compiler : command::kCompilers) {
      if (words.empty() || words.front() != compiler.name) continue;
      return command::compile(compiler.cxx, {words.begin() + 1, words.end()}, environment);
    }
    if (words.size() == 2 && words.front() == command::kWritePages) {
      command::write_installed_pages(words.back());
      return 0;
    }
    command::install_signal_handlers();
    const auto line = command::read_command_line(words, environment);
    if (const auto* text = std::get_if<std::string>(&line)) {
      std::cout << *text << std::flush;
      return 0;
    }
    const auto& command_line = std::get<command::CommandLine>(line);
    if (command_line.command == command::Command::kExplain) {
      std::cout << command::explanation(command_line.failure) << std::flush;
      return 0;
    }
    command::Invocation invocation = command::interpret(command_line);
    invocation.typed = typed_command(words);
    return command::run(invocation);
  } catch (const command::UsageError& error) {
    std::cerr << error.message;
    return command::stop_signal() != 0 ? kIncomplete : kUsage;
  } catch (const command::InternalError& error) {
    std::cerr << error.message;
    return kInternal;
  } catch (const std::exception& error) {
    std::cerr << command::diagnostic("mcheck itself failed", {{"how", error.what()}});
    return kInternal;
  }
}

}  // namespace

int main(int argc, char** argv) { return run({argv + (argc > 0 ? 1 : 0), argv + argc}); }
