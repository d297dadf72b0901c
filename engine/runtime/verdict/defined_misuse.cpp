// SPDX-License-Identifier: MIT
#include "engine/runtime/verdict/defined_misuse.hpp"

#include <algorithm>

#include "engine/runtime/isolation/packed_frames.hpp"

namespace mcheck {

bool DefinedMisuses::contains_message(std::string_view message) const {
  return std::ranges::find(all, message, &DefinedMisuse::message) != all.end();
}

void DefinedMisuses::add(const DefinedMisuse& misuse) {
  if (!contains_message(misuse.message)) all.push_back(misuse);
}

void DefinedMisuses::pack(Packed& packed) const {
  packed.put(all.size());
  for (const DefinedMisuse& misuse : all) {
    packed.put_text(misuse.message).put_text(misuse.thread);
    packed.put_text(pack_frames(misuse.from).bytes());
  }
}

void DefinedMisuses::merge(Packed& packed) {
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
