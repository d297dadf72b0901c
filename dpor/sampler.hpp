// SPDX-License-Identifier: MIT
// What the strategies that draw lots have in common. Each execution starts from the beginning and
// is drawn anew; a member of the family says only which thread goes on.
//
//   data    Which outcome that thread then has (which waiter is woken, choose(n), a failure for no
//           reason) is drawn here, all equally likely.
//   seed    Everything is a function of the seed, on every platform.
//   tail    Executions that do not end are handed to a fair scheduler: fair_tail.hpp.
//   never   Nothing drawn is ever "verified", and --executions or --time has to end it.
#pragma once

#include <string>
#include <vector>

#include "dpor/fair_tail.hpp"
#include "engine/base/random.hpp"
#include "engine/search/strategy.hpp"

namespace mcheck {

struct SamplerOptions {
  std::uint64_t seed = 0;
  std::uint64_t steps = 10'000;  // the limit on an execution's length
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
  // What is guaranteed, as long as nothing was found: then it is of no interest any more.
  [[nodiscard]] std::vector<std::string> remarks() const final;

 protected:
  // A new execution is about to start.
  virtual void start() {}
  // Which of these goes on; at least one.
  virtual std::size_t choose(const View& view, std::span<const Ready> ready) = 0;
  // The same where each of them can do one thing only: which alternative.
  virtual std::size_t choose_thread(const View& view);
  // How often it would choose the same again, as long as as many can go on, and what it chose last
  // does nothing but move; and that this has happened.
  [[nodiscard]] virtual std::size_t same_again(std::size_t /*ways*/) const { return 0; }
  virtual void chosen_again(std::size_t /*ways*/, std::size_t /*steps*/) {}
  // An execution has ended, somehow: its log may teach something.
  virtual void learn(const Execution&, Ending) {}
  [[nodiscard]] virtual std::vector<std::string> guarantees() const = 0;

  Random& random() { return random_; }
  // Whether the fair scheduler has taken over in this execution.
  [[nodiscard]] bool in_tail() const { return in_tail_; }

 private:
  Random random_;
  FairTail tail_;
  std::vector<Ready> ready_;  // room for them
  bool in_tail_ = false;
  bool data_ = false;         // some thread had a data choice to make
  std::uint64_t tails_ = 0;   // executions that needed it
  std::uint64_t failed_ = 0;  // executions
};

}  // namespace mcheck
