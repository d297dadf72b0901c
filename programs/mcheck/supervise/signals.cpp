// SPDX-License-Identifier: MIT
#include "programs/mcheck/supervise/signals.hpp"

#include <array>
#include <csignal>
#include <utility>

namespace mcheck::command {
namespace {

volatile std::sig_atomic_t received_stop_signal = 0;

extern "C" void remember(int signal_number) { received_stop_signal = signal_number; }

constexpr std::array<std::pair<int, const char*>, 17> kNames = {{
    {SIGHUP, "SIGHUP"},
    {SIGINT, "SIGINT"},
    {SIGQUIT, "SIGQUIT"},
    {SIGILL, "SIGILL"},
    {SIGTRAP, "SIGTRAP"},
    {SIGABRT, "SIGABRT"},
    {SIGBUS, "SIGBUS"},
    {SIGFPE, "SIGFPE"},
    {SIGKILL, "SIGKILL"},
    {SIGUSR1, "SIGUSR1"},
    {SIGSEGV, "SIGSEGV"},
    {SIGUSR2, "SIGUSR2"},
    {SIGPIPE, "SIGPIPE"},
    {SIGALRM, "SIGALRM"},
    {SIGTERM, "SIGTERM"},
    {SIGXCPU, "SIGXCPU"},
    {SIGSYS, "SIGSYS"},
}};

}  // namespace

void install_signal_handlers() {
  struct sigaction action {};
  action.sa_handler = remember;
  sigemptyset(&action.sa_mask);
  for (const int signal_number : {SIGINT, SIGTERM, SIGHUP}) {
    sigaction(signal_number, &action, nullptr);  // no SA_RESTART: signals interrupt waits
  }
  action.sa_handler = SIG_IGN;
  sigaction(SIGPIPE, &action, nullptr);
}

int stop_signal() { return received_stop_signal; }

const char* signal_name(int signal_number) {
  for (const auto& [number, name] : kNames) {
    if (number == signal_number) return name;
  }
  return "a signal";
}

}  // namespace mcheck::command
