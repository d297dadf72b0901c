// SPDX-License-Identifier: MIT
#include "programs/mcheck/debugger.hpp"

#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "programs/mcheck/complaint.hpp"
#include "programs/mcheck/report.hpp"

namespace mcheck::command {
namespace {

// No time limit: a person inspects the program.
constexpr const char* kPatience = "1000000";

std::string directory_of_its_own() {
  std::string path = std::filesystem::temp_directory_path() / "mcheck_gdb_XXXXXX";
  if (mkdtemp(path.data()) != nullptr) return path;
  throw UsageError{complaint(
      "cannot make a directory for gdb's commands in '" + path + "': " + std::strerror(errno),
      {{"try", "TMPDIR with another path"}})};
}

void set_variable(const char* name, const std::string& value) { setenv(name, value.c_str(), 1); }

}  // namespace

void write_gdb_script(const std::string& path) {
  const std::string trouble = write_file(path, kGdbScript);
  if (trouble.empty()) return;
  throw UsageError{complaint("cannot write '" + path + "': " + trouble,
                             {{"try", "--gdb-script with another path"}})};
}

void debug(const Invocation& invocation) {
  const std::string directory = directory_of_its_own();
  const std::string script = directory + "/mcheck.py";
  write_gdb_script(script);
  set_variable("MCHECK_REPLAY", invocation.schedule);
  set_variable("MCHECK_PATIENCE", kPatience);
  set_variable("MCHECK_ISOLATE", "none");
  set_variable("MCHECK_BREAK", invocation.break_at);
  std::vector<std::string> words = {"gdb", "-q", "-x", script, "-ex"};
  words.push_back("shell rm -r " + directory);
  words.insert(words.end(), {"-ex", "run", "--args", invocation.program});
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  signal(SIGPIPE, SIG_DFL);
  execvp(pointers[0], pointers.data());
  std::filesystem::remove_all(directory);
  throw UsageError{complaint(std::string("cannot start gdb: ") + std::strerror(errno),
                             {{"try", "apt-get install gdb"}})};
}

}  // namespace mcheck::command
