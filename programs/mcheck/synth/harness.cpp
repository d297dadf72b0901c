// SPDX-License-Identifier: MIT
#include "programs/mcheck/synth/harness.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <iterator>
#include <set>
#include <sstream>
#include <system_error>
#include <utility>

#include "programs/mcheck/cli/diagnostic.hpp"
#include "programs/mcheck/reflection/compile_flags.hpp"
#include "programs/mcheck/reflection/harness_source.hpp"
#include "programs/mcheck/reflection/read_class.hpp"
#include "programs/mcheck/results/report.hpp"
#include "visualize/model/wording.hpp"

namespace mcheck::command {
namespace {

constexpr std::size_t kShownErrors = 3;
constexpr int kMaxAttempts = 5;  // to compile, with less each time

std::string read_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Runs this command with these words, with standard output and error in a file.
int run_self(std::vector<std::string> words, const std::string& log) {
  const pid_t child = fork();
  if (child == 0) {
    const int file = open(log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
    dup2(file, STDOUT_FILENO);
    dup2(file, STDERR_FILENO);
    words.insert(words.begin(), "mcheck");
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    execv("/proc/self/exe", arguments.data());
    _exit(127);
  }
  int status = 0;
  while (child > 0 && waitpid(child, &status, 0) == -1 && errno == EINTR) {
  }
  return child > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : 127;
}

// The first errors of a compiler's output, one line each.
std::string first_errors(const std::string& log) {
  std::string text;
  std::size_t count = 0;
  std::istringstream lines(read_text(log));
  for (std::string line; std::getline(lines, line) && count < kShownErrors;) {
    if (line.find("error") == std::string::npos) continue;
    text += (text.empty() ? "" : "; ") + line;
    ++count;
  }
  return text;
}

// The lines of the source that the errors come from.
std::set<std::size_t> failing_lines(const std::string& source, const std::string& log) {
  std::set<std::size_t> numbers;
  std::istringstream lines(read_text(log));
  for (std::string line; std::getline(lines, line);) {
    const bool is_place = line.find("required from here") != std::string::npos ||
                          line.find("requested here") != std::string::npos ||
                          line.find("error:") != std::string::npos;
    if (!is_place || !line.starts_with(source + ":")) continue;
    numbers.insert(std::strtoul(line.c_str() + source.size() + 1, nullptr, 10));
  }
  return numbers;
}

// A declaration does not say whether its body compiles for an instance of a template. Leaves out
// the statements that do not; false: the errors come from no statement.
bool leave_out_failing(const std::string& source, const std::string& log,
                       std::vector<std::string>& left_out) {
  const std::set<std::size_t> failing = failing_lines(source, log);
  std::string kept;
  std::string statement;
  bool fails = false;
  bool any = false;
  std::istringstream lines(read_text(source));
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    fails = failing.contains(++number) || fails;
    statement += line + "\n";
    const bool is_description =
        statement.starts_with("  about.") || statement.starts_with("  reference.");
    if (is_description && !line.ends_with(";")) continue;
    if (is_description && fails) {
      left_out.push_back(statement.substr(2, statement.find('\n') - 2) + " does not compile");
      any = true;
    } else {
      kept += statement;
    }
    statement.clear();
    fails = false;
  }
  return any && write_file(source, kept).empty();
}

// On a terminal, while the compiler runs.
class CompilerLine {
 public:
  CompilerLine(const std::string& name, bool quiet) : shown_(!quiet && isatty(STDERR_FILENO) != 0) {
    if (shown_) std::cerr << "\r\33[K" << name << ": compiling its calls" << std::flush;
  }
  CompilerLine(const CompilerLine&) = delete;
  CompilerLine& operator=(const CompilerLine&) = delete;
  ~CompilerLine() {
    if (shown_) std::cerr << "\r\33[K" << std::flush;
  }

 private:
  bool shown_;
};

bool is_newer(const std::string& built, const std::string& than) {
  std::error_code error;
  const auto when = std::filesystem::last_write_time(built, error);
  if (error) return false;
  const auto other = std::filesystem::last_write_time(than, error);
  return !error && when > other;
}

bool are_all_older(const std::string& built) {
  const std::vector<std::string> files = sources_of_harness(built);
  return !files.empty() && is_newer(built, "/proc/self/exe") &&
         std::ranges::all_of(files, [&](const std::string& file) { return is_newer(built, file); });
}

}  // namespace

// A rule of make: a backslash precedes a space in a name, and ends a line that continues; a dollar
// sign is doubled.
std::vector<std::string> sources_of_harness(const std::string& program) {
  const std::string rule = read_text(program + ".d");
  std::vector<std::string> files;
  std::string word;
  const auto end_word = [&] {
    if (!word.empty() && !word.ends_with(':')) files.push_back(word);
    word.clear();
  };
  for (std::size_t i = 0; i < rule.size(); ++i) {
    const char next = i + 1 < rule.size() ? rule[i + 1] : '\n';
    const bool escapes =
        rule[i] == '\\' ? next == ' ' || next == '#' : rule[i] == '$' && next == '$';
    if (std::isspace(static_cast<unsigned char>(rule[i])) != 0) {
      end_word();
    } else if (escapes) {
      word += rule[++i];
    } else if (rule[i] != '\\' || next != '\n') {
      word += rule[i];
    }
  }
  end_word();
  return files;
}

std::string folder_name_of(const std::string& class_name) {
  std::string word;
  for (const char letter : class_name) {
    const bool is_plain = std::isalnum(static_cast<unsigned char>(letter)) != 0;
    if (is_plain) word += letter;
    if (!is_plain && !word.empty() && word.back() != '_') word += '_';
  }
  while (word.ends_with('_')) word.pop_back();
  return word;
}

std::string class_folder(const Invocation& invocation, const std::string& name) {
  std::string folder =
      (invocation.out.empty() ? "mcheck-synth" : invocation.out) + "/" + folder_name_of(name);
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (!error) return folder;
  throw UsageError{diagnostic("cannot make the directory '" + folder + "': " + error.message(),
                              {{"try", "--out with another path"}})};
}

std::vector<std::string> header_flags(const Invocation& invocation) {
  std::vector<std::string> flags = invocation.arguments;
  if (!invocation.synth.compile_commands.empty()) {
    auto found =
        reflection::flags_of_database(invocation.synth.compile_commands, invocation.program);
    if (const auto* error = std::get_if<std::string>(&found)) throw UsageError{*error};
    auto& listed = std::get<std::vector<std::string>>(found);
    flags.insert(flags.begin(), listed.begin(), listed.end());
  }
  const bool has_standard =
      std::ranges::any_of(flags, [](const std::string& flag) { return flag.starts_with("-std="); });
  if (!has_standard) flags.insert(flags.begin(), "-std=c++20");
  return flags;
}

Harness build_harness(const Invocation& invocation, const std::string& class_name,
                      const std::vector<std::string>& flags) {
  auto read =
      reflection::read_class(invocation.program, class_name, flags, invocation.synth.reference);
  if (const auto* error = std::get_if<std::string>(&read)) throw UsageError{*error};
  const auto& model = std::get<reflection::ClassModel>(read);
  const std::string folder = class_folder(invocation, model.name);
  Harness harness{.program = folder + "/harness", .include = model.header};
  for (const reflection::LeftOut& each : model.left_out) {
    harness.left_out.push_back(each.what + ": " + each.why);
  }
  const std::string source = folder + "/harness.cpp";
  const std::string text = reflection::harness_source(model);
  const std::string dependencies = folder + "/harness.d";
  const std::string whole = folder + "/harness.whole";  // before anything was left out
  if (read_text(whole) == text && are_all_older(harness.program)) return harness;
  for (const std::string& path : {source, whole}) {
    if (const std::string why = write_file(path, text); !why.empty()) {
      throw UsageError{
          diagnostic("cannot write '" + path + "': " + why, {{"try", "--out with another path"}})};
    }
  }
  std::vector<std::string> words = {"c++", "-g", "-O1"};
  const auto is_library = [](const std::string& flag) { return flag.starts_with("-l"); };
  std::ranges::copy_if(flags, std::back_inserter(words), std::not_fn(is_library));
  words.insert(words.end(), {"-MD", "-MF", dependencies, source, "-o", harness.program});
  std::ranges::copy_if(flags, std::back_inserter(words), is_library);  // after what uses them
  const std::string log = folder + "/compiler.log";
  const CompilerLine line(model.name, invocation.quiet);
  for (int attempt = 0; run_self(words, log) != 0; ++attempt) {
    if (attempt < kMaxAttempts && leave_out_failing(source, log, harness.left_out)) continue;
    std::filesystem::remove(harness.program);
    throw UsageError{diagnostic("the tests of '" + model.name + "' do not compile",
                                {{"because", first_errors(log)},
                                 {"all", log},
                                 {"usually", "a flag is missing: they come after --"}})};
  }
  return harness;
}

}  // namespace mcheck::command
