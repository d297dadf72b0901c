// SPDX-License-Identifier: MIT
#pragma once

namespace mcheck {

// The running thread ends: its values under keys are destroyed.
void destroy_key_values();

}  // namespace mcheck
