// SPDX-License-Identifier: MIT
// The processes that start before there is a verdict: one costs more than the search of a small
// program.
#include <fcntl.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <string>

#include "tests/intercept/unmodified.hpp"

namespace mcheck::startup_test {
namespace {

struct Started {
  int processes = 0;
  int programs = 0;  // executed by them
};

[[noreturn]] void exec_traced(const std::string& command) {
  ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
  const int null_device = open("/dev/null", O_WRONLY);
  dup2(null_device, STDOUT_FILENO);
  execl("/bin/sh", "sh", "-c", ("exec " + command).c_str(), nullptr);
  _exit(127);
}

// What a command starts, directly or indirectly. REQUIRES: it succeeds.
Started started_by(const std::string& command) {
  const pid_t first = fork();
  if (first == 0) exec_traced(command);
  int status = 0;
  REQUIRE(waitpid(first, &status, 0) == first);
  REQUIRE(WIFSTOPPED(status));  // it is the shell now
  constexpr long kEvents = PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACECLONE |
                           PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL;
  REQUIRE(ptrace(PTRACE_SETOPTIONS, first, nullptr, kEvents) == 0);
  ptrace(PTRACE_CONT, first, nullptr, nullptr);
  Started started;
  for (pid_t process = 0; (process = waitpid(-1, &status, __WALL)) > 0;) {
    if (process == first && WIFEXITED(status)) CHECK(WEXITSTATUS(status) == 0);
    if (!WIFSTOPPED(status)) continue;
    const int event = status >> 16;
    started.programs += event == PTRACE_EVENT_EXEC ? 1 : 0;
    started.processes += event != 0 && event != PTRACE_EVENT_EXEC ? 1 : 0;
    const bool is_ours = event != 0 || WSTOPSIG(status) == SIGSTOP || WSTOPSIG(status) == SIGTRAP;
    const long signal_number = is_ours ? 0 : WSTOPSIG(status);
    ptrace(PTRACE_CONT, process, nullptr, signal_number);
  }
  return started;
}

std::string explore_command(const std::string& program) {
  return quoted(MCHECK_BINARY_DIRECTORY "/mcheck") + " explore " +
         quoted(MCHECK_BINARY_DIRECTORY "/" + program);
}

}  // namespace

TEST_CASE("an unmodified program that is verified starts once, and nothing else does") {
  const Started started = started_by(explore_command("unmodified/lost_update_right"));
  CHECK(started.processes == 1);
  CHECK(started.programs == 2);  // and the command
}

TEST_CASE("what a program starts is counted") {
  const Started started = started_by("sh -c 'true & /bin/true; wait'");
  CHECK(started.processes == 2);
  CHECK(started.programs == 2);
}

}  // namespace mcheck::startup_test
