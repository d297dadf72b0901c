// SPDX-License-Identifier: MIT
#include "engine/trace/trace_class.hpp"

#include <array>
#include <vector>

namespace mcheck {
namespace {

void add(Fingerprint& sum, const Fingerprint& other) {
  sum.low += other.low;
  sum.high += other.high + (sum.low < other.low ? 1 : 0);
}

}  // namespace

Fingerprint trace_class(std::span<const Event> events, const HappensBefore& order,
                        std::span<const ThreadKey> threads) {
  std::array<std::uint64_t, kMaxThreads> key_of{};
  for (const ThreadKey& thread : threads) key_of[index(thread.thread)] = thread.key;
  Fingerprint sum;
  std::vector<std::uint64_t> words;
  words.reserve(3 + 2 * threads.size());
  for (std::size_t i = 0; i < events.size(); ++i) {
    const Event& event = events[i];
    if (event.eager) continue;
    const bool names_thread = event.operation.kind == Kind::kNotifyOne && !event.failed;
    words.assign({key_of[index(event.thread)], event.index,
                  names_thread ? key_of[event.label] : event.label});
    const VectorClock clock = order.all(i);
    for (const ThreadKey& thread : threads) {
      if (index(thread.thread) >= clock.size() || clock[index(thread.thread)] == 0) continue;
      words.push_back(thread.key);
      words.push_back(clock[index(thread.thread)]);
    }
    add(sum, fingerprint(words.data(), words.size() * sizeof words[0]));
  }
  return sum;
}

}  // namespace mcheck
