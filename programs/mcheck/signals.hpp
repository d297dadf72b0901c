// SPDX-License-Identifier: MIT
// Being asked to stop: Ctrl-C, SIGTERM, SIGHUP. They only set a flag, which every wait looks at.
#pragma once

namespace mcheck::command {

// From now on the three signals ask; SIGPIPE is an error of the write that caused it.
void listen_to_signals();

// The signal that asked us to stop, or 0.
[[nodiscard]] int asked_to_stop();

// "SIGSEGV"
[[nodiscard]] const char* signal_name(int signal_number);

}  // namespace mcheck::command
