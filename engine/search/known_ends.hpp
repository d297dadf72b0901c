// SPDX-License-Identifier: MIT
// The end cache. Once all threads but one have ended, the rest of an execution follows from memory
// and the states of the engine's objects. If both are as they were in an execution that then
// finished without a failure, the rest need not run again:
// docs/decisions/0015-an-end-that-is-known.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "engine/base/fingerprint.hpp"
#include "engine/search/execution.hpp"
#include "engine/search/executor.hpp"

namespace mcheck {

class KnownEnds {
 public:
  // `steps` limits the length of an execution: an end that would exceed it is no hit.
  KnownEnds(const Execution& execution, Executor& executor, std::uint64_t steps)
      : execution_(execution), executor_(executor), limit_(steps) {}

  // Off: nothing is looked up.
  void allow(bool on) { allowed_ = on; }
  // Runs the execution to its end even after a hit.
  void run_each(bool each) { runs_each_ = each; }
  // The execution continues from an earlier step.
  void go_back() { began_.reset(), joining_.reset(), is_known_ = false, looked_ = false; }

  // All threads are suspended. Whether one thread is left, and the end from here is cached.
  bool look() { return allowed_ && !looked_ && execution_.unfinished() == 1 && look_closer(); }
  [[nodiscard]] bool is_known() const { return is_known_; }
  // After a hit: whether there would be more steps.
  [[nodiscard]] bool has_steps() const { return steps_ > 0; }
  // Whether a cached end may begin where the thread is about to join another, all others having
  // ended: then it has to suspend for the look-up.
  [[nodiscard]] bool begins_with(ThreadId thread, const Operation& join) const;
  // The execution has finished without a failure.
  void note_end();

 private:
  // Where an end began that is not in the cache yet.
  struct Beginning {
    Fingerprint state;
    std::size_t events = 0;
    std::size_t steps = 0;
    std::size_t threads = 0;
    std::size_t changes = 0;  // of objects
    std::uint64_t known_steps = 0;
  };

  bool look_closer();
  [[nodiscard]] const ThreadRecord* only_thread() const;
  [[nodiscard]] bool comes_after_all(ThreadId thread, const Operation& next) const;
  [[nodiscard]] bool only_joined_since(const Beginning& from) const;
  [[nodiscard]] static bool is_worth_it(std::uint64_t looks, std::uint64_t hits) {
    return looks < kTrials || hits >= looks / kOneOf;
  }
  [[nodiscard]] bool looks_early() const { return is_worth_it(early_looks_, early_hits_); }
  bool look(const ThreadRecord& thread, std::optional<Executor::Memory> memory,
            std::optional<Beginning>& begins, std::uint64_t& looks, std::uint64_t& hits);
  [[nodiscard]] Fingerprint state(const Executor::Memory& memory, const ThreadRecord& thread);
  [[nodiscard]] bool is_one_way(const Beginning& from) const;
  void keep(const Beginning& from, std::size_t steps);

  static constexpr std::uint64_t kTrials = 4096;
  static constexpr std::uint64_t kOneOf = 16;
  static constexpr std::size_t kMost = std::size_t{1} << 13;

  const Execution& execution_;
  Executor& executor_;
  std::uint64_t limit_;
  bool allowed_ = false;
  bool runs_each_ = false;
  bool looked_ = false;    // in this execution
  bool is_known_ = false;  // for this execution
  std::size_t steps_ = 0;  // how many the end would have
  std::optional<Beginning> began_;
  std::optional<Beginning> joining_;  // the same, before the ended threads were joined
  // The number of steps that follow, by state.
  std::unordered_map<Fingerprint, std::uint32_t, FingerprintHash> ends_;
  std::vector<Word> words_;
  std::uint64_t looks_ = 0;
  std::uint64_t hits_ = 0;
  std::uint64_t early_looks_ = 0;  // the same before the threads are joined
  std::uint64_t early_hits_ = 0;
};

}  // namespace mcheck
