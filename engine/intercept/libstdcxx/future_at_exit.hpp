// SPDX-License-Identifier: MIT
// Futures that become ready at the end of a thread: promise::set_value_at_thread_exit and
// packaged_task::make_ready_at_thread_exit.
#pragma once

namespace mcheck {

// Those of the running thread, which ends; its thread_local objects have been destroyed.
void make_futures_ready();

}  // namespace mcheck
