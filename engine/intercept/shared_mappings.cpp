// SPDX-License-Identifier: MIT
#include "engine/intercept/shared_mappings.hpp"

#include <sys/stat.h>

#include <algorithm>

#include "engine/base/host_state.hpp"
#include "engine/intercept/inside.hpp"

namespace mcheck {
namespace {

struct Mapping {
  const void* address = nullptr;  // null: a place that is free
  dev_t device = 0;
  ino_t file = 0;
  off64_t begin = 0;
  off64_t end = 0;
  bool written = false;
};

constexpr std::size_t kMost = 256;
// Of the execution: an earlier one's is not there any more.
MCHECK_WORLD_STATE Mapping mappings[kMost];

bool is_seen_twice(const Mapping& one, const Mapping& other) {
  return one.address != nullptr && one.device == other.device && one.file == other.file &&
         one.begin < other.end && other.begin < one.end && (one.written || other.written);
}

}  // namespace

void shared_mapping_begins(const void* address, const FilePart& part) {
  struct stat about {};
  if (fstat(part.descriptor, &about) != 0) return;
  const Mapping made{.address = address,
                     .device = about.st_dev,
                     .file = about.st_ino,
                     .begin = part.offset,
                     .end = part.offset + static_cast<off64_t>(part.size),
                     .written = part.written};
  if (std::ranges::any_of(mappings, [&](const Mapping& it) { return is_seen_twice(it, made); })) {
    refuse_call(
        "maps a part of a file at two addresses (mmap with MAP_SHARED), which is not modelled: "
        "what "
        "threads do at one is not seen at the other; map it once, and share the pointer");
  }
  Mapping* const place = std::ranges::find(mappings, nullptr, &Mapping::address);
  if (place == std::end(mappings)) refuse_call("shares more than 256 mappings of files");
  *place = made;
}

void mapping_ends(const void* address) {
  Mapping* const it = std::ranges::find(mappings, address, &Mapping::address);
  if (it != std::end(mappings)) *it = {};
}

}  // namespace mcheck
