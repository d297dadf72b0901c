// SPDX-License-Identifier: MIT
#include "programs/mcheck/commands/debugger.hpp"

#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "programs/mcheck/cli/diagnostic.hpp"
#include "programs/mcheck/results/report.hpp"

namespace mcheck::command {
namespace {

// No time limit: a person inspects the program.
constexpr const char* kPatience = "1000000";

std::string make_temporary_directory() {
  std::string path = std::filesystem::temp_directory_path() / "mcheck_gdb_XXXXXX";
  if (mkdtemp(path.data()) != nullptr) return path;
  throw UsageError{diagnostic(
      "cannot make a directory for gdb's commands in '" + path + "': " + std::strerror(errno),
      {{"try", "TMPDIR with another path"}})};
}

void set_environment(const char* name, const std::string& value) { setenv(name, value.c_str(), 1); }

}  // namespace

void write_gdb_script(const std::string& path) {
  const std::string error = write_file(path, kGdbScript);
  if (error.empty()) return;
  throw UsageError{diagnostic("cannot write '" + path + "': " + error,
                              {{"try", "--gdb-script with another path"}})};
}

void exec_gdb(const Invocation& invocation) {
  const std::string directory = make_temporary_directory();
  const std::string script = directory + "/mcheck.py";
  write_gdb_script(script);
  set_environment("MCHECK_REPLAY", invocation.schedule);
  if (!invocation.search.schedule.empty())
    set_environment("MCHECK_SCHEDULE", invocation.search.schedule_file);
  set_environment("MCHECK_PATIENCE", kPatience);
  set_environment("MCHECK_ISOLATE", "none");
  set_environment("MCHECK_BREAK", invocation.break_at);
  std::vector<std::string> words = {"gdb", "-q", "-x", script, "-ex"};
  words.push_back("shell rm -r " + directory);
  words.insert(words.end(), {"-ex", "run", "--args", invocation.program});
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  signal(SIGPIPE, SIG_DFL);
  execvp(pointers[0], pointers.data());
  std::filesystem::remove_all(directory);
  throw UsageError{diagnostic(std::string("cannot start gdb: ") + std::strerror(errno),
                              {{"try", "apt-get install gdb"}})};
}

}  // namespace mcheck::command
