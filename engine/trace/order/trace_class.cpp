// SPDX-License-Identifier: MIT
#include "engine/trace/order/trace_class.hpp"

#include <array>

namespace mcheck {

void TraceClassSum::add(const Event& event, VectorClock clock, std::span<const ThreadKey> threads) {
  if (event.eager) return;
  std::uint64_t key = 0;
  std::uint64_t label = event.label;
  const bool names_thread = event.operation.kind == Kind::kNotifyOne && !event.failed;
  words_.resize(3 + 2 * threads.size());
  std::size_t size = 3;
  for (const ThreadKey& thread : threads) {
    if (thread.thread == event.thread) key = thread.key;
    if (names_thread && index(thread.thread) == event.label) label = thread.key;
    if (index(thread.thread) >= clock.size() || clock[index(thread.thread)] == 0) continue;
    words_[size++] = thread.key;
    words_[size++] = clock[index(thread.thread)];
  }
  words_[0] = key;
  words_[1] = event.index;
  words_[2] = label;
  const Fingerprint print = fingerprint(words_.data(), size * sizeof words_[0]);
  sum_.low += print.low;
  sum_.high += print.high + (sum_.low < print.low ? 1 : 0);
}

}  // namespace mcheck
