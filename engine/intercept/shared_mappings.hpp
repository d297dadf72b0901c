// SPDX-License-Identifier: MIT
// Files that the program has mapped to be shared. What it does at one address is not seen to be
// done at another, so a part of a file that may be written has one address, or the program is
// refused. REQUIRES: on_model_thread().
#pragma once

#include <sys/types.h>

#include <cstddef>

namespace mcheck {

struct FilePart {
  int descriptor = -1;
  off64_t offset = 0;
  std::size_t size = 0;
  bool written = false;
};

void shared_mapping_begins(const void* address, const FilePart& part);
void mapping_ends(const void* address);

}  // namespace mcheck
