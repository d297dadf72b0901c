// SPDX-License-Identifier: MIT
#include "engine/suite/run_in_fork.hpp"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>

namespace mcheck {
namespace {

// The last byte of a complete answer: no JSON contains it.
constexpr char kEndMark = '\0';

// A framework's own signal handlers would report a crash of a single execution.
void default_signals() {
  for (const int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTERM, SIGINT, SIGALRM}) {
    signal(number, SIG_DFL);
  }
}

void send(int to, const std::string& text) {
  for (std::size_t sent = 0; sent < text.size();) {
    const ssize_t now = write(to, text.data() + sent, text.size() - sent);
    if (now < 0 && errno != EINTR) _exit(70);  // the reader has gone
    if (now > 0) sent += static_cast<std::size_t>(now);
  }
}

std::string read_all(int from) {
  std::string text;
  std::array<char, 65536> part{};
  for (ssize_t size = 0; (size = read(from, part.data(), part.size())) != 0;) {
    if (size < 0 && errno != EINTR) break;
    if (size > 0) text.append(part.data(), static_cast<std::size_t>(size));
  }
  return text;
}

}  // namespace

ForkResult run_in_fork(const std::function<std::string()>& call) {
  std::array<int, 2> ends{};
  std::fflush(nullptr);
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return {.answer = std::strerror(errno)};
  const pid_t child = fork();
  if (child < 0) return {.answer = std::strerror(errno)};
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);  // the child ends with the suite
    default_signals();
    send(ends[1], call() + kEndMark);
    _exit(0);
  }
  close(ends[1]);
  ForkResult fork_result{.answer = read_all(ends[0])};
  close(ends[0]);
  while (waitpid(child, &fork_result.status, 0) < 0 && errno == EINTR) {
  }
  fork_result.answered = !fork_result.answer.empty() && fork_result.answer.back() == kEndMark;
  if (fork_result.answered) fork_result.answer.pop_back();
  return fork_result;
}

}  // namespace mcheck
