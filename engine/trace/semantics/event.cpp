// SPDX-License-Identifier: MIT
#include "engine/trace/semantics/event.hpp"

#include <vector>

namespace mcheck {

bool same_event(const Event& a, const Event& b) {
  return a.thread == b.thread && a.operation == b.operation && a.result == b.result &&
         a.label == b.label && a.failed == b.failed;
}

Fingerprint fingerprint_of(std::span<const Event> events) {
  std::vector<Word> words;
  words.reserve(events.size() * 3);
  for (const Event& event : events) {
    words.push_back(static_cast<Word>(event.operation.kind) | Word{index(event.thread)} << 8 |
                    Word{index(event.operation.object)} << 24 | Word{event.failed} << 63);
    words.push_back(event.result);
    words.push_back(event.label);
  }
  return fingerprint(words.data(), words.size() * sizeof(Word));
}

}  // namespace mcheck
