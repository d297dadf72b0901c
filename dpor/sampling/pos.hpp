// SPDX-License-Identifier: MIT
// Partial order sampling: priorities for operations, drawn anew where a race could have another
// result.
//
// Idea     Every operation that becomes pending gets a random priority, and the highest enabled one
//          is performed. An operation that does not conflict with it keeps its priority, so
//          independent steps consume no randomness; one that conflicts with it has just lost a
//          race, and gets a new priority for the next.
// Paper    [Yuan, Yang, Gu: Partial order aware concurrency sampling, CAV 2018].
// Differs  Conflicts are those of engine/trace/order/dependency.hpp between the default outcomes in
// the
//          present state, so two commuting operations keep their priorities, as do a load and a
//          failing try.
// Guarantee  Every class of executions has a positive probability, whatever its depth, with nothing
//          to estimate. That of a class with few races is exponentially larger than under a random
//          walk: a load comes after m unrelated steps of another thread with 1/(m+1), not 2^-m.
// Costs    The outcomes of all pending operations, once a step.
// Limits   Never ends by itself. There is no number for a program whose races are not known.
// Oracle   tests/dpor/sampling/pos_test.cpp: all classes of readers(n), and how evenly they are
// drawn.
#pragma once

#include <vector>

#include "dpor/sampling/sampler.hpp"

namespace mcheck {

class PartialOrderSampling final : public Sampler {
 public:
  explicit PartialOrderSampling(const SamplerOptions& options)
      : Sampler(options), priority_(kMaxThreads) {}

 protected:
  void start() override;
  std::size_t choose(const View& view, std::span<const EnabledThread> enabled) override;
  [[nodiscard]] std::vector<std::string> guarantees() const override;

 private:
  std::vector<std::uint64_t> priority_;  // by id, of the thread's pending operation; 0: none yet
};

}  // namespace mcheck
