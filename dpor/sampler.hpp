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

#include "dpor/fair_tail.hpp"
#include "engine/base/random.hpp"
#include "engine/search/strategy.hpp"

namespace mcheck {

struct SamplerOptions {
  std::uint64_t seed = 0;
  std::uint64_t steps = 10'000;  // limit on an execution's length
};

class Sampler : public Strategy, public RunAhead {
 public:
  explicit Sampler(const SamplerOptions& options) : random_(options.seed), tail_(options.steps) {}

  std::optional<Begin> begin_execution() final;
  Pick pick(const View& view) final;
  [[nodiscard]] std::size_t lets_go(std::size_t step, std::size_t ways) const final;
  void gone(std::size_t step, std::size_t ways, std::size_t steps) final;
  void end_execution(const Execution& execution, Ending ending) final;
  [[nodiscard]] bool exhaustive() const final { return false; }
  [[nodiscard]] Capabilities capabilities() final { return {.run_ahead = this}; }
  // What is guaranteed, as long as no failure was found: afterwards that is of no interest.
  [[nodiscard]] std::vector<std::string> remarks() const final;

 protected:
  // A new execution is about to start.
  virtual void start() {}
  // The one of these that runs; there is at least one.
  virtual std::size_t choose(const View& view, std::span<const Ready> ready) = 0;
  // The same where each thread has one outcome: the alternative.
  virtual std::size_t choose_thread(const View& view);
  // How often the last choice would be repeated while the number of alternatives stays the same and
  // the chosen thread only runs ahead; and that this has happened.
  [[nodiscard]] virtual std::size_t same_again(std::size_t /*ways*/) const { return 0; }
  virtual void chosen_again(std::size_t /*ways*/, std::size_t /*steps*/) {}
  // An execution has ended; its log may change what the strategy draws next.
  virtual void learn(const Execution&, Ending) {}
  [[nodiscard]] virtual std::vector<std::string> guarantees() const = 0;

  Random& random() { return random_; }
  // Whether this execution is in its fair suffix.
  [[nodiscard]] bool in_tail() const { return in_tail_; }

 private:
  Random random_;
  FairTail tail_;
  std::vector<Ready> ready_;  // reused memory
  bool in_tail_ = false;
  bool data_ = false;         // some thread had a data choice
  std::uint64_t tails_ = 0;   // executions that had one
  std::uint64_t failed_ = 0;  // that failed
};

}  // namespace mcheck
