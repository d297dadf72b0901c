// SPDX-License-Identifier: MIT
// What precedes each event of an execution graph, as sets of its nodes; kept up to date while the
// log is truncated and grows again.
//
// The same two orders as in engine/trace/order/happens_before.hpp, with Relation::kStrict, and
// exact: the set of an event contains, with each node, everything that precedes that node. Sets are
// joined one word of 64 nodes at a time, which for a graph of few nodes is many times faster than
// clocks of all threads.
//
// Costs    two words for each event and 64 nodes: for long executions clocks take less memory
//          (execution_graph.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "engine/trace/order/dependency.hpp"
#include "engine/trace/semantics/event.hpp"

namespace mcheck::trust {

class EventOrder {
 public:
  // The events that an event directly follows by program order and causes; kNone: none.
  struct Past {
    std::uint32_t last = kNone;  // of its thread, or the spawn of the thread
    std::uint32_t cause = kNone;
  };

  // Keeps the first events that were added; with another number of words none. The log that follows
  // has this many events and versions in all.
  struct Size {
    std::size_t events = 0;
    std::size_t versions = 0;
    std::size_t words = 1;
  };
  void truncate(std::size_t events, const Size& size);
  [[nodiscard]] std::uint32_t events() const { return event_count_; }
  // The next event of the log; kNone: it is no node. Most graphs have sets of one word, and a
  // template parameter makes that case faster.
  template <bool kOneWord>
  void add(const Event& event, std::span<const Version> versions, std::uint32_t node);

  // The event with everything that precedes it, and the same in the smaller order; empty for kNone.
  [[nodiscard]] const std::uint64_t* all(std::uint32_t event) const { return row(event); }
  [[nodiscard]] const std::uint64_t* causes(std::uint32_t event) const {
    return row(event) + words_;
  }
  [[nodiscard]] Past past(std::uint32_t event) const { return records_[event].past; }

 private:
  struct EventRecord {
    Past past;
    ThreadId thread{};
    ThreadId started_thread{};            // kMainThread: none
    std::uint32_t reads = kNone;          // the version that it read without changing it
    std::uint32_t reader_before = kNone;  // of the same version
  };

  // The first row belongs to kNone and is empty.
  [[nodiscard]] const std::uint64_t* row(std::uint32_t event) const {
    return rows_.data() + std::size_t{event + 1} * 2 * words_;
  }
  void join_readers(std::uint32_t reader, std::uint64_t* row_now) const;
  void undo(const EventRecord& record);

  std::size_t words_ = 1;
  std::uint32_t event_count_ = 0;
  std::vector<std::uint64_t> rows_;
  std::vector<EventRecord> records_;  // by event
  std::vector<std::uint32_t> last_events_ = std::vector<std::uint32_t>(kMaxThreads, kNone);
  std::vector<std::uint32_t> last_reader_;  // by version
};

template <bool kOneWord>
void EventOrder::add(const Event& event, std::span<const Version> versions, std::uint32_t node) {
  const std::uint32_t self = event_count_++;
  const std::size_t words = kOneWord ? 1 : words_;
  const auto row_of = [this, words](std::uint32_t of) {
    return rows_.data() + std::size_t{of + 1} * 2 * words;
  };
  EventRecord& record = records_[self];
  std::uint32_t& last_of_this_thread = last_events_[index(event.thread)];
  // A thread that leaves a wait was notified or not: the order on the condition variable says so.
  const std::uint32_t cause = event.operation.kind == Kind::kLeave ? kNone : event.cause;
  record.past = {.last = last_of_this_thread, .cause = cause};
  record.thread = event.thread;
  record.started_thread = kMainThread;
  record.reads = kNone;

  const bool touches_an_object = touches_object(event.operation);
  const std::uint64_t* const last = row_of(last_of_this_thread);
  const std::uint64_t* const cause_row = row_of(cause);
  const std::uint64_t* const writer =
      row_of(touches_an_object ? versions[event.version_before].writer : kNone);
  std::uint64_t* const row_now = row_of(self);
  for (std::size_t i = 0; i < 2 * words; i += 2) {
    row_now[i] = last[i] | cause_row[i] | writer[i];
    row_now[i + 1] = last[i + 1] | cause_row[i + 1] | writer[i + 1];
  }
  if (node != kNone) {
    const std::uint64_t own = std::uint64_t{1} << node % 64;
    const std::size_t word = kOneWord ? 0 : node / 64;
    row_now[word] |= own;
    row_now[words + word] |= own;
  }
  last_of_this_thread = self;
  if (touches_an_object && event.mode == Mode::kRead) {
    record.reads = event.version_before;
    record.reader_before = std::exchange(last_reader_[event.version_before], self);
  } else if (touches_an_object) {
    const std::uint32_t reader = last_reader_[event.version_before];
    if (reader != kNone) join_readers(reader, row_now);
  }
  // A spawn precedes the first event of the thread it starts, whatever else precedes that event: a
  // join has another cause.
  if (event.operation.kind == Kind::kSpawn) {
    record.started_thread = ThreadId(event.result);
    last_events_[event.result] = self;
  }
}

}  // namespace mcheck::trust
