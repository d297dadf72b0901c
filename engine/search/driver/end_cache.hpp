// SPDX-License-Identifier: MIT
// The end cache. Once all threads but one have ended, the rest of an execution follows from memory
// and the states of the engine's objects. If both are as they were in an execution that then
// finished without a failure, the rest need not run again:
// docs/decisions/0015-end-cache.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "engine/base/fingerprint.hpp"
#include "engine/search/execution/execution.hpp"
#include "engine/search/steps/executor.hpp"

namespace mcheck {

class EndCache {
 public:
  // `steps` limits the length of an execution: an end that would exceed it is no hit.
  EndCache(const Execution& execution, Executor& executor, std::uint64_t steps)
      : execution_(execution), executor_(executor), limit_(steps) {}

  // Off: nothing is looked up.
  void allow(bool on) { allowed_ = on; }
  // Runs the execution to its end even after a hit.
  void run_all_ends(bool each) { runs_all_ends_ = each; }
  // The execution continues from an earlier step.
  void backtrack() { beginning_.reset(), joining_.reset(), is_hit_ = false, looked_up_ = false; }

  // All threads are suspended. Whether one thread is left, and the end from here is cached.
  bool look_up() {
    return allowed_ && !looked_up_ && execution_.unfinished() == 1 && look_up_last_thread();
  }
  [[nodiscard]] bool is_hit() const { return is_hit_; }
  // After a hit: whether there would be more steps.
  [[nodiscard]] bool has_steps() const { return steps_ > 0; }
  // Whether a cached end may begin where the thread is about to join another, all others having
  // ended: then it has to suspend for the look-up.
  [[nodiscard]] bool may_begin_at(ThreadId thread, const Operation& join) const;
  // The execution has finished without a failure.
  void store_end();

 private:
  // Where an end began that is not in the cache yet.
  struct PendingEnd {
    Fingerprint state;
    std::size_t events = 0;
    std::size_t steps = 0;
    std::size_t threads = 0;
    std::size_t object_changes = 0;  // of objects
    std::uint64_t cached_steps = 0;
  };

  bool look_up_last_thread();
  [[nodiscard]] const ThreadRecord* only_thread() const;
  [[nodiscard]] bool happens_after_all(ThreadId thread, const Operation& next) const;
  [[nodiscard]] bool only_joined_since(const PendingEnd& from) const;
  [[nodiscard]] static bool pays_off(std::uint64_t lookups, std::uint64_t hits) {
    return lookups < kMinLookups || hits >= lookups / kMinHitShare;
  }
  [[nodiscard]] bool looks_up_early() const { return pays_off(early_lookups_, early_hits_); }
  bool look_up(const ThreadRecord& thread, std::optional<Executor::Memory> memory,
               std::optional<PendingEnd>& entry, std::uint64_t& lookups, std::uint64_t& hits);
  [[nodiscard]] Fingerprint state(const Executor::Memory& memory, const ThreadRecord& thread);
  [[nodiscard]] bool had_no_choice(const PendingEnd& from) const;
  void store(const PendingEnd& from, std::size_t steps);

  static constexpr std::uint64_t kMinLookups = 4096;
  static constexpr std::uint64_t kMinHitShare = 16;
  static constexpr std::size_t kMaxEntries = std::size_t{1} << 13;

  const Execution& execution_;
  Executor& executor_;
  std::uint64_t limit_;
  bool allowed_ = false;
  bool runs_all_ends_ = false;
  bool looked_up_ = false;  // in this execution
  bool is_hit_ = false;     // for this execution
  std::size_t steps_ = 0;   // how many the end would have
  std::optional<PendingEnd> beginning_;
  std::optional<PendingEnd> joining_;  // the same, before the ended threads were joined
  // The number of steps that follow, by state.
  std::unordered_map<Fingerprint, std::uint32_t, FingerprintHash> entries_;
  std::vector<Word> words_;
  std::uint64_t lookups_ = 0;
  std::uint64_t hits_ = 0;
  std::uint64_t early_lookups_ = 0;  // the same before the threads are joined
  std::uint64_t early_hits_ = 0;
};

}  // namespace mcheck
