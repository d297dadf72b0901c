// SPDX-License-Identifier: MIT
#include "programs/mcheck/compile/compile.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <string_view>

#include "programs/mcheck/cli/diagnostic.hpp"
#include "programs/mcheck/compile/compile_plan.hpp"
#include "programs/mcheck/compile/compiler.hpp"
#include "programs/mcheck/compile/response_files.hpp"
#include "programs/mcheck/compile/uninstrumented_objects.hpp"
#include "programs/mcheck/supervise/file_descriptor.hpp"

namespace mcheck::command {
namespace {

constexpr int kCannotStart = 127;

[[noreturn]] void throw_system_error(const std::string& what) {
  throw InternalError{diagnostic(what + ": " + std::strerror(errno), {})};
}

bool is_set(const Environment& environment, const char* name, std::string_view wanted) {
  const char* text = environment(name);
  return text != nullptr && text == wanted;
}

[[noreturn]] void exec_compiler(std::vector<std::string> command) {
  std::vector<char*> words;
  for (std::string& word : command) words.push_back(word.data());
  words.push_back(nullptr);
  execvp(words.front(), words.data());
  _exit(kCannotStart);
}

int wait_for_exit_code(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) == -1) {
    if (errno != EINTR) throw_system_error("cannot wait for the compiler");
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

// The terminal sends its signals to the compiler, too: the compiler ends, and we clean up
// afterwards.
int run_and_wait(const std::vector<std::string>& command) {
  const auto before_interrupt = signal(SIGINT, SIG_IGN);
  const auto before_quit = signal(SIGQUIT, SIG_IGN);
  const pid_t child = fork();
  if (child == -1) throw_system_error("cannot start the compiler");
  if (child == 0) {
    signal(SIGINT, before_interrupt);
    signal(SIGQUIT, before_quit);
    exec_compiler(command);
  }
  const int code = wait_for_exit_code(child);
  signal(SIGINT, before_interrupt);
  signal(SIGQUIT, before_quit);
  return code;
}

// A directory that is removed by the destructor; "" until it is made.
class ScratchDirectory {
 public:
  ScratchDirectory() = default;
  ScratchDirectory(const ScratchDirectory&) = delete;
  ScratchDirectory& operator=(const ScratchDirectory&) = delete;
  ~ScratchDirectory() {
    std::error_code error;
    if (!path_.empty()) std::filesystem::remove_all(path_, error);
  }

  const std::string& make() {
    std::error_code error;
    std::string form = std::filesystem::temp_directory_path(error) / "mcheck_XXXXXX";
    if (mkdtemp(form.data()) == nullptr)
      throw_system_error("cannot make a directory '" + form + "'");
    return path_ = form;
  }

 private:
  std::string path_;
};

// An anonymous file in memory, by the name under which the compiler can open it. The descriptor
// stays open in the compiler.
std::string memory_file(const std::string& text) {
  const int file = memfd_create("mcheck_arguments", 0);
  if (file == -1) throw_system_error("cannot keep the compiler's arguments");
  for (std::size_t written = 0; written < text.size();) {
    const ssize_t now = write(file, text.data() + written, text.size() - written);
    if (now == -1) throw_system_error("cannot keep the compiler's arguments");
    written += static_cast<std::size_t>(now);
  }
  return "/proc/self/fd/" + std::to_string(file);
}

// For a command line that came from response files: it may exceed the system's limit.
std::string response_file_argument(const std::vector<std::string>& words) {
  return "@" + memory_file(response_text(words));
}

// Warns about linked code without hooks, and embeds the names in the program, which lists them in
// its verdicts.
void report_uninstrumented_objects(const std::vector<std::string>& arguments, CompilePlan& plan) {
  const std::vector<std::string> names = uninstrumented_objects(arguments);
  if (names.empty()) return;
  for (const std::string& name : names) {
    std::cerr << "mcheck: note: " << name
              << " was compiled without mcheck c++: mcheck does not see "
              << "what it reads; build it with mcheck c++\n";
  }
  std::vector<std::string>& link = plan.commands.back();
  const std::vector<std::string> input = {"-x", "assembler", memory_file(names_as_assembly(names)),
                                          "-x", "none"};
  link.insert(std::find(link.begin(), link.end(), "--"), input.begin(), input.end());
}

std::vector<std::string> full_command(const std::vector<std::string>& compiler,
                                      const std::vector<std::string>& words, bool from_files) {
  std::vector<std::string> command = compiler;
  if (from_files) {
    command.push_back(response_file_argument(words));
  } else {
    command.insert(command.end(), words.begin(), words.end());
  }
  return command;
}

int run_commands(const CompilePlan& plan, const std::vector<std::string>& compiler,
                 bool from_files) {
  for (const auto& words : plan.commands) {
    const std::vector<std::string> command = full_command(compiler, words, from_files);
    if (plan.commands.size() == 1) exec_compiler(command);
    if (const int code = run_and_wait(command); code != 0) return code;
  }
  return 0;
}

// Removes `--dialect svcomp` from the arguments, or reads it from the environment. Returns whether
// the dialect is on.
bool extract_dialect(std::vector<std::string>& arguments, const Environment& environment) {
  std::string dialect;
  if (const char* value = environment("MCHECK_DIALECT"); value != nullptr) dialect = value;
  const std::string option = "--dialect";
  for (auto word = arguments.begin(); word != arguments.end();) {
    const bool joined = word->starts_with(option + "=");
    if (!joined && *word != option) {
      ++word;
      continue;
    }
    const bool has_value = joined || word + 1 != arguments.end();
    dialect = joined ? word->substr(option.size() + 1) : has_value ? *(word + 1) : "";
    word = arguments.erase(word, word + (joined || !has_value ? 1 : 2));
    if (dialect.empty()) dialect = "nothing";
  }
  if (dialect.empty() || dialect == "none") return false;
  if (dialect == "svcomp") return true;
  throw UsageError{diagnostic("'" + option + "' is '" + dialect + "'",
                              {{"known", "svcomp, none"}, {"try", "--dialect svcomp"}})};
}

// Passes the dialect to the assembler, which the compiler starts.
void export_dialect(bool dialect, const CompileSettings& settings) {
  if (!dialect) return;
  if (settings.keep_optimisation) {
    throw UsageError{diagnostic("'--dialect' and MCHECK_OPTIMISE=keep contradict each other",
                                {{"because", "what is optimised may inline atomic functions"},
                                 {"try", "without MCHECK_OPTIMISE"}})};
  }
  if (settings.assembler.empty()) {
    throw UsageError{diagnostic(
        "'--dialect' needs mcheck's assembler, which is not beside '" + settings.object + "'",
        {{"try", "an installed mcheck"}})};
  }
  setenv("MCHECK_DIALECT", "svcomp", 1);
}

}  // namespace

int compile(bool cxx, const std::vector<std::string>& arguments, const Environment& environment) {
  const std::vector<std::string> compiler = find_compiler(cxx, environment);
  ExpandedArguments expanded = expand_response_files(arguments);
  const bool dialect = extract_dialect(expanded.arguments, environment);
  if (is_query_only(expanded.arguments)) exec_compiler(full_command(compiler, arguments, false));

  CompileSettings settings{.family = family_of(compiler),
                           .cxx = cxx,
                           .keep_optimisation = is_set(environment, "MCHECK_OPTIMISE", "keep"),
                           .keep_ndebug = is_set(environment, "MCHECK_KEEP_NDEBUG", "1"),
                           .keep_functions = dialect,
                           .object = object_path(environment),
                           .header = header_beside(object_path(environment)),
                           .includes = includes_of(object_path(environment)),
                           .assembler = assembler_beside(object_path(environment)),
                           .scratch = "scratch"};
  export_dialect(dialect, settings);
  CompilePlan plan = plan_compile(expanded.arguments, settings);
  if (plan.uses_object) require_object(settings.object);
  ScratchDirectory scratch;
  if (plan.uses_scratch) {
    settings.scratch = scratch.make();
    plan = plan_compile(expanded.arguments, settings);
  }
  if (plan.uses_object) report_uninstrumented_objects(expanded.arguments, plan);
  return run_commands(plan, compiler, expanded.from_files);
}

std::string captured_output(std::vector<std::string> command) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw_system_error("cannot make a pipe");
  const FileDescriptor reading(ends[0]);
  FileDescriptor writing(ends[1]);
  const pid_t child = fork();
  if (child == -1) throw_system_error("cannot start the compiler");
  if (child == 0) {
    dup2(writing.get(), STDOUT_FILENO);
    dup2(open("/dev/null", O_RDWR | O_CLOEXEC), STDERR_FILENO);
    exec_compiler(std::move(command));
  }
  writing.close();
  std::string output;
  std::array<char, 4096> part{};
  for (ssize_t size = 0; (size = read(reading.get(), part.data(), part.size())) != 0;) {
    if (size == -1 && errno != EINTR) break;
    if (size > 0) output.append(part.data(), static_cast<std::size_t>(size));
  }
  return wait_for_exit_code(child) == 0 ? output : "";
}

}  // namespace mcheck::command
