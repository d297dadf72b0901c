// SPDX-License-Identifier: MIT
// Thread-specific data (pthread_key_create) at the end of a thread.
#pragma once

namespace mcheck {

// Destroys the values of the running thread, which ends.
void destroy_key_values();

}  // namespace mcheck
