// SPDX-License-Identifier: MIT
// Stop signals: Ctrl-C, SIGTERM, SIGHUP. The handler only sets a flag, which every wait checks.
#pragma once

namespace mcheck::command {

// Handles the three stop signals, and ignores SIGPIPE, so that a write fails instead.
void install_signal_handlers();

// The stop signal that was received, or 0.
[[nodiscard]] int stop_signal();

// "SIGSEGV"
[[nodiscard]] const char* signal_name(int signal_number);

}  // namespace mcheck::command
