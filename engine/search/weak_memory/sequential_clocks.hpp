// SPDX-License-Identifier: MIT
// The order of sequential consistency among the events of a log, as clocks, while every access acts
// on the newest version: then the log itself is such an order. It answers at once whether one more
// access could act on an older version, which it could if nothing newer comes before it.
//
// Kept up to date while the log is cut and grows again.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/base/ids.hpp"
#include "engine/trace/semantics/event.hpp"

namespace mcheck {

class SequentialClocks {
 public:
  using Clock = std::span<const std::uint32_t>;

  // The first `events` stay.
  void cut(std::size_t events);
  // The next event of the log. It acts on the newest version, or it does not.
  void append(const Event& event, bool acts_on_newest);
  [[nodiscard]] std::size_t size() const { return steps_.size(); }
  // Whether all events have acted on the newest versions.
  [[nodiscard]] bool is_in_order() const { return older_ == 0; }

  // What comes before the thread's next event, by its own events alone. REQUIRES: is_in_order()
  [[nodiscard]] Clock before_next(ThreadId thread) const { return row(threads_[index(thread)]); }
  // What comes before, or is, the write of a version; and all reads of it.
  [[nodiscard]] Clock clock_of_write(std::uint32_t version) const {
    return row(version < writers_.size() ? writers_[version] : kNoRow);
  }
  [[nodiscard]] Clock clock_of_reads(std::uint32_t version) const {
    return row(version < readers_.size() ? readers_[version] : kNoRow);
  }
  // What comes before an event of the log by its thread's own events alone.
  [[nodiscard]] Clock before(std::size_t event) const { return row(steps_[event].last); }

 private:
  static constexpr std::uint32_t kNoRow = 0;

  struct Step {
    ThreadId thread{};
    std::uint32_t last = 0;         // row of the thread before the event
    std::uint32_t own = 0;          // and after it
    std::uint32_t version = kNone;  // whose readers' row the event replaced
    std::uint32_t readers = 0;      // that row
    std::uint32_t written = kNone;  // the version that the event made
    ThreadId spawned{};             // kMainThread: none
    std::uint32_t rows = 0;         // in use before the event
    bool older = false;
  };

  [[nodiscard]] Clock row(std::uint32_t number) const {
    return {rows_.data() + std::size_t{number} * width_, width_};
  }
  std::uint32_t new_row(std::uint32_t copied);
  void join(std::uint32_t into, std::uint32_t other);
  void widen(std::size_t threads);

  static constexpr std::size_t kBlock = 8;

  std::size_t width_ = kBlock;
  std::vector<std::uint32_t> rows_ = std::vector<std::uint32_t>(kBlock);  // row 0 is empty
  std::vector<Step> steps_;
  std::vector<std::uint32_t> threads_ = std::vector<std::uint32_t>(kMaxThreads);  // rows
  std::vector<std::uint32_t> writers_;  // by version: row of its writer
  std::vector<std::uint32_t> readers_;  // by version: joined rows of its readers
  std::uint32_t used_ = 1;
  std::size_t older_ = 0;
};

}  // namespace mcheck
