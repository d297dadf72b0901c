// SPDX-License-Identifier: MIT
// The only file that uses CLI11. CLI11 splits the command line and formats the help; the error
// messages are our own, because they also say what to do.
#include "programs/mcheck/cli/options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <utility>

#include "engine/trace/results/result_json.hpp"
#include "programs/mcheck/cli/build_facts.hpp"
#include "programs/mcheck/cli/diagnostic.hpp"
#include "programs/mcheck/cli/program_abi.hpp"

namespace mcheck::command {
namespace {

constexpr const char* kFooter =
    "Every option can be set in the environment: --stop-after as MCHECK_STOP_AFTER.\n"
    "The command line wins. Exit codes: 0 verified, 1 bug, 2 wrong request,\n"
    "3 incomplete, 4 not repeatable, 70 mcheck itself is wrong.";

// Where CLI11 stores the arguments of one command.
struct ParsedValues {
  CLI::App* app = nullptr;
  std::string program;
  std::string schedule;
  std::string failure;
  std::map<std::string, std::string> values;
};

// CLI11's help with our own usage line.
class HelpFormat : public CLI::Formatter {
 public:
  explicit HelpFormat(std::string usage) : usage_(std::move(usage)) {}

  [[nodiscard]] std::string make_usage(const CLI::App*, std::string) const override {
    return "\nUsage: " + usage_ + "\n";
  }

 private:
  std::string usage_;
};

// The short form of the one option that every draw command needs.
std::string short_option(const OptionSpec& option) {
  return std::string(option.name) == "output" ? "-o," : "";
}

void add_options(CLI::App& app, const CommandSpec& spec, ParsedValues& parsed_values) {
  parsed_values.app = &app;
  app.formatter(std::make_shared<HelpFormat>(usage_of(spec.command)));
  if (spec.command == Command::kExplain) {
    app.add_option("FAILURE", parsed_values.failure,
                   "Its id or its name; without one, all are listed")
        ->type_name("");
    return;
  }
  const bool draws = spec.command == Command::kDraw;
  if (spec.command == Command::kGate) {
    app.add_option("FILE", parsed_values.program, "What to run [mcheck.toml]")->type_name("");
  } else {
    app.add_option(draws ? "RESULT" : "PROGRAM", parsed_values.program,
                   draws ? "A file of explore --json, or a program"
                   : spec.command == Command::kSynth
                       ? "A header, a folder of headers, or a program with MCHECK_CLASS"
                       : "A program linked with mcheck's model library")
        ->type_name("");
  }
  if (spec.command == Command::kReplay || draws) {
    app.add_option("SCHEDULE", parsed_values.schedule, "The schedule that a report gave")
        ->type_name("");
  }
  for (const OptionSpec& option : kOptions) {
    if ((option.commands & mask_of(spec.command)) == 0) continue;
    const std::string name = short_option(option) + "--" + option.name;
    std::string& value = parsed_values.values[option.name];
    CLI::Option* added = *option.value == '\0' ? app.add_flag(name, option.help)
                                               : app.add_option(name, value, option.help);
    added->group(option.group)->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
    if (*option.value != '\0') added->type_name(option.value);
  }
}

std::vector<std::string> known_options(Command command) {
  std::vector<std::string> names = {"--help"};
  for (const OptionSpec& option : kOptions) {
    if ((option.commands & mask_of(command)) != 0) names.push_back("--" + std::string(option.name));
  }
  return names;
}

std::vector<std::string> known_commands() {
  std::vector<std::string> names;
  for (const CommandSpec& spec : kCommands) names.emplace_back(spec.name);
  for (const CompilerSpec& spec : kCompilers) names.emplace_back(spec.name);
  return names;
}

const CommandSpec* command_named(const std::string& word) {
  for (const CommandSpec& spec : kCommands) {
    if (word == spec.name) return &spec;
  }
  return nullptr;
}

[[noreturn]] void throw_no_command(const std::vector<std::string>& words) {
  if (words.empty()) {
    throw UsageError{diagnostic("no command was given", {{"known", listed(known_commands())},
                                                         {"try", "mcheck explore ./prog"}})};
  }
  const std::string suggestion = nearest(words[0], known_commands());
  const std::string rest = words.size() > 1 ? words[1] : "./prog";
  throw UsageError{diagnostic("there is no command '" + words[0] + "'",
                              {{"known", listed(known_commands())},
                               {"try", suggestion.empty() ? "mcheck explore " + words[0]
                                                          : "mcheck " + suggestion + " " + rest}})};
}

[[noreturn]] void throw_extra_argument(const CommandSpec& spec, const std::string& word) {
  const std::string command = "mcheck " + std::string(spec.name);
  if (spec.command == Command::kExplain) {
    throw UsageError{diagnostic("'" + word + "' is an unexpected argument of " + command,
                                {{"try", command + " MC001"}})};
  }
  if (!word.starts_with('-')) {
    throw UsageError{
        diagnostic("'" + word + "' is an unexpected argument of " + command,
                   {{"usually", "it is an argument of the program: those come after --"},
                    {"try", command + " PROGRAM -- " + word}})};
  }
  const std::string name = word.substr(0, word.find('='));
  const std::string suggestion = nearest(name, known_options(spec.command));
  throw UsageError{diagnostic("'" + name + "' is not an option of " + command,
                              {{"try", suggestion.empty() ? command + " --help" : suggestion}})};
}

// The only remaining error is an option without its value.
[[noreturn]] void throw_parse_error(const CommandSpec& spec, const CLI::ParseError& error) {
  std::string what = error.what();
  const std::string name = what.substr(0, what.find_first_of(": "));
  if (name.starts_with("--")) what = "'" + name + "' needs exactly one value";
  throw UsageError{diagnostic(what, {{"try", "mcheck " + std::string(spec.name) + " --help"}})};
}

void add_from_environment(CommandLine& line, const Environment& environment) {
  for (const OptionSpec& option : kOptions) {
    if ((option.commands & mask_of(line.command)) == 0) continue;
    const std::string name = environment_name(option.name);
    const char* value = environment(name.c_str());
    if (value == nullptr || *value == '\0') continue;
    line.options.try_emplace(option.name, GivenOption{value, name});
  }
}

void require_program(const CommandSpec& spec, const CommandLine& line) {
  if (line.command == Command::kExplain || line.command == Command::kGate) return;
  const bool replay = line.command == Command::kReplay;
  const bool draws = line.command == Command::kDraw;
  if (draws && line.program.empty()) {
    throw UsageError{diagnostic("nothing was given to mcheck draw",
                                {{"wanted", "a file of --json, or a program and a schedule"},
                                 {"try", "mcheck draw result.json -o bug.svg"}})};
  }
  const std::string form = "mcheck " + std::string(spec.name) + " ./prog";
  if (line.program.empty()) {
    throw UsageError{diagnostic("no program was given to mcheck " + std::string(spec.name),
                                {{"try", form + (replay ? " SCHEDULE" : "")}})};
  }
  if (replay && line.schedule.empty()) {
    throw UsageError{
        diagnostic("no schedule was given to mcheck replay",
                   {{"usually", "a report of mcheck explore ends with the whole line to type"},
                    {"try", "mcheck replay " + line.program + " mc1.…"}})};
  }
}

// CLI11 puts two blank lines between groups.
std::string collapse_blank_lines(std::string text) {
  for (std::size_t gap = text.find("\n\n\n"); gap != std::string::npos; gap = text.find("\n\n\n")) {
    text.erase(gap, 1);
  }
  return text;
}

std::string version_text() {
  const std::string commit = kBuildFacts.commit;
  return std::string("mcheck ") + kVersion + "\n" +
         (commit.empty() ? "" : "commit     " + commit + "\n") + "compiler   " +
         kBuildFacts.compiler + "\nlibraries  " + kBuildFacts.libraries + ", CLI11 " +
         CLI11_VERSION + "\nprograms   generation " + std::to_string(kAbi) + ", protocol " +
         std::to_string(kProtocol) + ", result format " + std::to_string(kResultFormat) + "\n";
}

// The help or version text, if requested.
std::string parse(CLI::App& top, const CommandSpec* spec, std::vector<std::string> words) {
  std::reverse(words.begin(), words.end());  // CLI11 expects reverse order
  try {
    top.parse(words);
  } catch (const CLI::CallForVersion&) {
    return version_text();
  } catch (const CLI::CallForHelp&) {
    return collapse_blank_lines(top.help());
  } catch (const CLI::ExtrasError&) {
    throw_extra_argument(spec == nullptr ? kCommands[0] : *spec, top.remaining(true).front());
  } catch (const CLI::ParseError& error) {
    throw_parse_error(spec == nullptr ? kCommands[0] : *spec, error);
  }
  return "";
}

}  // namespace

std::string usage_of(Command command) {
  switch (command) {
    case Command::kExplore: return "mcheck explore PROGRAM [options] [-- ARGUMENTS]";
    case Command::kReplay: return "mcheck replay PROGRAM SCHEDULE [options]";
    case Command::kDraw: return "mcheck draw RESULT.json|PROGRAM SCHEDULE -o FILE";
    case Command::kConflicts: return "mcheck conflicts PROGRAM [options] [-- ARGUMENTS]";
    case Command::kSynth: return "mcheck synth PROGRAM|HEADER [options] [-- compiler flags]";
    case Command::kGate: return "mcheck gate [FILE] [options]";
    case Command::kList: return "mcheck list PROGRAM";
    case Command::kConvertSleeps: return "mcheck convert-sleeps PROGRAM [options] [-- ARGUMENTS]";
    case Command::kOrders: return "mcheck orders PROGRAM [options] [-- ARGUMENTS]";
    case Command::kDoctor: return "mcheck doctor PROGRAM [options] [-- ARGUMENTS]";
    case Command::kExplain: return "mcheck explain [FAILURE]";
  }
  return "";
}

std::variant<CommandLine, std::string> read_command_line(const std::vector<std::string>& words,
                                                         const Environment& environment) {
  const auto separator = std::find(words.begin(), words.end(), "--");
  const std::vector<std::string> command_words(words.begin(), separator);
  const CommandSpec* spec = command_words.empty() ? nullptr : command_named(command_words[0]);
  if (spec == nullptr && (command_words.empty() || !command_words[0].starts_with('-')))
    throw_no_command(command_words);

  CLI::App top(
      "mcheck: finds the schedule that breaks a concurrent program, or shows there is none",
      "mcheck");
  top.footer(kFooter);
  top.set_version_flag("--version", "", "Print the version and exit");
  std::map<Command, ParsedValues> parsed_values;
  for (const CommandSpec& each : kCommands) {
    CLI::App* app = top.add_subcommand(each.name, each.help);
    app->footer(kFooter);
    add_options(*app, each, parsed_values[each.command]);
  }
  for (const CompilerSpec& each : kCompilers) top.add_subcommand(each.name, each.help);
  if (std::string text = parse(top, spec, command_words); !text.empty()) return text;
  if (spec == nullptr) throw_no_command(command_words);

  const ParsedValues& parsed = parsed_values[spec->command];
  CommandLine line{.command = spec->command,
                   .program = parsed.program,
                   .schedule = parsed.schedule,
                   .failure = parsed.failure};
  if (separator != words.end()) line.arguments.assign(separator + 1, words.end());
  for (auto& [name, value] : parsed_values[spec->command].values) {
    const std::string option = "--" + name;
    const bool given = parsed_values[spec->command].app->get_option(option)->count() > 0;
    if (given) line.options[name] = {value, option};
  }
  add_from_environment(line, environment);
  require_program(*spec, line);
  return line;
}

}  // namespace mcheck::command
