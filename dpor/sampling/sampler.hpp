// SPDX-License-Identifier: MIT
// What random strategies have in common. Each execution starts from the beginning and is drawn
// anew; a derived class only chooses the thread that runs.
//
//   data    The outcome of that thread (which waiter is woken, choose(n), a spurious failure) is
//           drawn here, all equally likely.
//   seed    Everything is a function of the seed, on every platform.
//   suffix  Executions that do not end are handed to a fair scheduler: fair_suffix.hpp.
//   never   Nothing drawn is ever "verified", and --executions or --time has to end the search.
#pragma once

#include <string>
#include <vector>

#include "dpor/sampling/fair_suffix.hpp"
#include "engine/base/random.hpp"
#include "engine/search/strategy/strategy.hpp"

namespace mcheck {

struct SamplerOptions {
  std::uint64_t seed = 0;
  std::uint64_t steps = 10'000;  // limit on an execution's length
};

class Sampler : public Strategy, public RunAhead {
 public:
  explicit Sampler(const SamplerOptions& options)
      : random_(options.seed), fair_suffix_(options.steps) {}

  std::optional<Begin> begin_execution() final;
  Pick pick(const View& view) final;
  [[nodiscard]] std::size_t grant_run_ahead(std::size_t step, std::size_t alternatives) const final;
  void note_run_ahead(std::size_t step, std::size_t alternatives, std::size_t steps) final;
  void end_execution(const Execution& execution, Ending ending) final;
  [[nodiscard]] bool exhaustive() const final { return false; }
  [[nodiscard]] Capabilities capabilities() final { return {.run_ahead = this}; }
  // What is guaranteed, as long as no failure was found: afterwards that is of no interest.
  [[nodiscard]] std::vector<std::string> remarks() const final;

 protected:
  // A new execution is about to start.
  virtual void start() {}
  // The one of these that runs; there is at least one.
  virtual std::size_t choose(const View& view, std::span<const EnabledThread> enabled) = 0;
  // The same where each thread has one outcome: the alternative.
  virtual std::size_t choose_thread(const View& view);
  // How often the last choice would be repeated while the number of alternatives stays the same and
  // the chosen thread only runs ahead; and that this has happened.
  [[nodiscard]] virtual std::size_t repeats_of_choice(std::size_t /*ways*/) const { return 0; }
  virtual void note_repeats(std::size_t /*ways*/, std::size_t /*steps*/) {}
  // An execution has ended; its log may change what the strategy draws next.
  virtual void learn(const Execution&, Ending) {}
  [[nodiscard]] virtual std::vector<std::string> guarantees() const = 0;

  Random& random() { return random_; }
  // Whether this execution is in its fair suffix.
  [[nodiscard]] bool in_fair_suffix() const { return in_fair_suffix_; }

 private:
  Random random_;
  FairSuffix fair_suffix_;
  std::vector<EnabledThread> enabled_;  // reused memory
  bool in_fair_suffix_ = false;
  bool data_choice_seen_ = false;  // some thread had a data choice
  bool weak_memory_ = false;
  std::uint64_t fair_suffixes_ = 0;      // executions that had one
  std::uint64_t failed_executions_ = 0;  // that failed
};

}  // namespace mcheck
