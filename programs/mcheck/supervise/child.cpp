// SPDX-License-Identifier: MIT
#include "programs/mcheck/supervise/child.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <vector>

#include "programs/mcheck/cli/diagnostic.hpp"

namespace mcheck::command {
namespace {

[[noreturn]] void throw_start_error(const char* what) {
  throw InternalError{
      diagnostic(std::string("cannot start a program: ") + what + ": " + std::strerror(errno), {})};
}

// Our environment, with the two descriptors that the program inherits.
std::vector<std::string> environment_with(int channel, int recorder) {
  std::vector<std::string> variables;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view text = *variable;
    const bool ours = text.starts_with("MCHECK_CHANNEL=") || text.starts_with("MCHECK_RECORDER=");
    if (!ours) variables.emplace_back(text);
  }
  variables.push_back("MCHECK_CHANNEL=" + std::to_string(channel));
  variables.push_back("MCHECK_RECORDER=" + std::to_string(recorder));
  return variables;
}

std::vector<char*> null_terminated(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

// What the child process needs between fork and exec. Only async-signal-safe functions may be
// called there; an error is reported through the pipe.
struct ExecPlan {
  const char* path;
  char** arguments;
  char** environment;
  Output output;
  int channel;
  int recorder;
  int error_pipe;
  pid_t parent;
};

// Disables address space randomisation here: a program that has to do it itself executes itself a
// second time (engine/host/process/start.cpp).
void disable_address_randomisation() {
  const int now = personality(0xffffffff);
  if (now != -1) personality(static_cast<unsigned>(now) | ADDR_NO_RANDOMIZE);
}

void keep_open_on_exec(int descriptor) { fcntl(descriptor, F_SETFD, 0); }

void redirect_streams(Output output) {
  const int null_device = open("/dev/null", O_RDWR | O_CLOEXEC);
  dup2(null_device, STDIN_FILENO);
  if (output == Output::kStderr) dup2(STDERR_FILENO, STDOUT_FILENO);
  if (output != Output::kDiscard) return;
  dup2(null_device, STDOUT_FILENO);
  dup2(null_device, STDERR_FILENO);
}

[[noreturn]] void exec_program(const ExecPlan& start) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != start.parent) _exit(127);  // the parent died before prctl
  setpgid(0, 0);
  for (const int signal_number : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) {
    signal(signal_number, SIG_DFL);
  }
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  redirect_streams(start.output);
  disable_address_randomisation();
  keep_open_on_exec(start.channel);
  keep_open_on_exec(start.recorder);
  execve(start.path, start.arguments, start.environment);
  const int error = errno;
  const auto written = write(start.error_pipe, &error, sizeof error);
  _exit(written == sizeof error ? 127 : 126);
}

// The pipe is closed on exec; before that, it delivers the error.
void wait_for_exec(int pipe, const std::string& path) {
  int error = 0;
  ssize_t bytes = 0;
  do {
    bytes = read(pipe, &error, sizeof error);
  } while (bytes < 0 && errno == EINTR);
  if (bytes != sizeof error) return;
  throw UsageError{diagnostic("cannot start '" + path + "': " + std::strerror(error),
                              {{"usually", "it was built for another machine or system"},
                               {"try", path + "     (what the shell says)"}})};
}

}  // namespace

Child::Child(const Launch& launch) {
  std::array<int, 2> sockets{};
  std::array<int, 2> pipes{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets.data()) != 0)
    throw_start_error("socketpair");
  channel_ = FileDescriptor(sockets[0]);
  const FileDescriptor program_end(sockets[1]);
  if (pipe2(pipes.data(), O_CLOEXEC) != 0) throw_start_error("pipe");
  const FileDescriptor error_read_end(pipes[0]);
  FileDescriptor error_write_end(pipes[1]);

  std::vector<std::string> arguments = {launch.path};
  std::vector<std::string> environment = environment_with(program_end.get(), launch.recorder);
  std::vector<char*> argument_pointers = null_terminated(arguments);
  std::vector<char*> environment_pointers = null_terminated(environment);
  const ExecPlan start{
      launch.path.c_str(), argument_pointers.data(), environment_pointers.data(), launch.output,
      program_end.get(),   launch.recorder,          error_write_end.get(),       getpid()};
  process_ = fork();
  if (process_ < 0) throw_start_error("fork");
  if (process_ == 0) exec_program(start);
  error_write_end.close();
  try {
    wait_for_exec(error_read_end.get(), launch.path);
  } catch (const UsageError&) {
    waitpid(process_, nullptr, 0);  // no destructor runs if the constructor throws
    throw;
  }
}

void Child::send(std::string& text) {
  const ssize_t bytes =
      ::send(channel_.get(), text.data(), text.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
  if (bytes > 0) text.erase(0, static_cast<std::size_t>(bytes));
}

Received Child::receive(std::string& text, int wait_ms) {
  pollfd watched{channel_.get(), POLLIN, 0};
  if (poll(&watched, 1, wait_ms) <= 0) return Received::kNothing;
  std::array<char, 65536> buffer{};
  const ssize_t bytes = recv(channel_.get(), buffer.data(), buffer.size(), MSG_DONTWAIT);
  if (bytes > 0) {
    text.append(buffer.data(), static_cast<std::size_t>(bytes));
    return Received::kBytes;
  }
  const bool would_block = bytes < 0 && (errno == EAGAIN || errno == EINTR);
  return would_block ? Received::kNothing : Received::kEnd;
}

std::optional<ChildExit> Child::poll_exit(int wait_ms) {
  using Clock = std::chrono::steady_clock;
  constexpr int kSleepMs = 2;  // if the kernel has no pidfd_open
  const Clock::time_point last = Clock::now() + std::chrono::milliseconds(wait_ms);
  FileDescriptor end;
  while (!exit_) {
    // WNOWAIT keeps the process a zombie, so that its id is not reused before kill_all().
    siginfo_t info{};
    const int failed =
        waitid(P_PID, static_cast<id_t>(process_), &info, WEXITED | WNOHANG | WNOWAIT);
    if (failed == 0 && info.si_pid == process_) {
      exit_ = ChildExit{info.si_code != CLD_EXITED, info.si_status};
    }
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(last - Clock::now()).count();
    if (exit_ || left <= 0) break;
    if (end.get() < 0) end = FileDescriptor(static_cast<int>(syscall(SYS_pidfd_open, process_, 0)));
    pollfd watched{end.get(), POLLIN, 0};
    poll(&watched, 1, end.get() < 0 ? kSleepMs : static_cast<int>(left));
  }
  return exit_;
}

void Child::kill_all() {
  constexpr int kKillWaitMs = 5000;  // SIGKILL cannot be refused, but a slow disk may delay it
  kill(process_, SIGKILL);
  kill(-process_, SIGKILL);
  if (!poll_exit(kKillWaitMs)) exit_ = ChildExit{true, SIGKILL};
}

Child::~Child() {
  kill_all();
  waitpid(process_, nullptr, WNOHANG);
}

}  // namespace mcheck::command
