// SPDX-License-Identifier: MIT
#include "engine/world/several_threads.hpp"

#include <sys/single_threaded.h>

namespace mcheck {

void pretend_several_threads() { __libc_single_threaded = 0; }

}  // namespace mcheck
