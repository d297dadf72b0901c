// SPDX-License-Identifier: MIT
// Random traces: a few threads use objects of every kind in any way that is not misuse.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/search/execution/execution.hpp"
#include "tests/support/generators/draw.hpp"

namespace mcheck {

class RandomTrace {
 public:
  explicit RandomTrace(std::uint64_t seed);

  // Adds one event, if the chosen operation is enabled.
  void step();
  [[nodiscard]] std::span<const Event> events() const { return execution_.events(); }
  [[nodiscard]] std::span<const Version> versions() const { return execution_.versions(); }
  [[nodiscard]] std::span<const ThreadRecord> threads() const { return execution_.threads(); }
  void snapshot(Execution::Snapshot& snapshot) const { execution_.snapshot(snapshot); }
  void rewind(const Execution::Snapshot& snapshot) { execution_.rewind(snapshot); }

 private:
  ObjectId make(ObjectKind kind, Word value, Word extra);
  [[nodiscard]] Operation draw(ThreadId thread);
  [[nodiscard]] Operation draw_atomic();
  [[nodiscard]] Operation draw_barrier(ThreadId thread);
  [[nodiscard]] Operation draw_other();
  [[nodiscard]] ThreadId draw_thread();
  [[nodiscard]] bool allowed(const Operation& operation, ThreadId thread) const;

  table::Draw draw_;
  Identities identities_;
  Execution execution_{identities_};
  std::uint32_t objects_made_ = 0;
  std::array<ObjectId, 2> atomics_{};
  ObjectId mutex_{}, shared_{}, semaphore_{}, latch_{}, barrier_{}, once_{}, future_{};
};

}  // namespace mcheck
