// SPDX-License-Identifier: MIT
#include "engine/runtime/findings.hpp"

#include <algorithm>

#include "engine/runtime/packed_frames.hpp"

namespace mcheck {

bool Findings::knows(std::string_view misuse) const {
  return std::ranges::find(misuses, misuse, &DefinedMisuse::message) != misuses.end();
}

void Findings::add(const DefinedMisuse& misuse) {
  if (!knows(misuse.message)) misuses.push_back(misuse);
}

void Findings::pack(Packed& packed) const {
  packed.put_text(not_understood).put(misuses.size());
  for (const DefinedMisuse& misuse : misuses) {
    packed.put_text(misuse.message).put_text(misuse.thread);
    packed.put_text(pack_frames(misuse.from).bytes());
  }
}

void Findings::learn(Packed& packed) {
  meet_not_understood(packed.take_text());
  for (auto left = packed.take<std::size_t>(); left > 0; --left) {
    DefinedMisuse misuse;
    misuse.message = packed.take_text();
    misuse.thread = packed.take_text();
    Packed frames(packed.take_text());
    misuse.from = unpack_frames(frames);
    add(misuse);
  }
}

}  // namespace mcheck
