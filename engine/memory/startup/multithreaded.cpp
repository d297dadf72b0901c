// SPDX-License-Identifier: MIT
#include "engine/memory/startup/multithreaded.hpp"

#include <sys/single_threaded.h>

namespace mcheck {

void mark_process_multithreaded() { __libc_single_threaded = 0; }

}  // namespace mcheck
