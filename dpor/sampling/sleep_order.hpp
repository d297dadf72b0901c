// SPDX-License-Identifier: MIT
// One execution in which sleeps alone order the threads: a test that relies on sleeps runs as its
// author meant it.
//
// Idea     A virtual clock that does not advance while some thread can run. A thread
//          that sleeps for d continues when the clock shows d more; when all sleep, the clock
//          advances to the first end.
// Costs    As much as any execution; deterministic.
// Limits   No search: other orders are not looked at. Time limits of waits are not modelled.
// Oracle   tests/schedules/convert_sleeps_test.cpp compares with sorted times.
#pragma once

#include <vector>

#include "dpor/sampling/sampler.hpp"

namespace mcheck {

class SleepOrder final : public Sampler {
 public:
  explicit SleepOrder(const SamplerOptions& options) : Sampler(options) {}

 protected:
  void start() override;
  std::size_t choose(const View& view, std::span<const EnabledThread> enabled) override;
  std::size_t choose_thread(const View& view) override;
  [[nodiscard]] std::vector<std::string> guarantees() const override { return {}; }

 private:
  void note_sleeps(const Execution& execution);
  [[nodiscard]] Word& wake_of(ThreadId thread);
  template <class Entry>
  std::size_t choose_among(const View& view, std::span<const Entry> enabled);

  Word now_ = 0;              // nanoseconds
  std::vector<Word> wake_;    // by thread: when its last sleep ends
  std::size_t seen_ = 0;      // events
  ThreadId last_{};           // that was chosen
  bool last_yields_ = false;  // and has let others run first since
};

}  // namespace mcheck
