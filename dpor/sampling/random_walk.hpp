// SPDX-License-Identifier: MIT
// A random walk: at each step one of the enabled threads, all equally likely. Finds shallow bugs in
// programs too large to enumerate; says nothing about what it has not seen.
//
// Idea     One random number at every step, and no memory.
// Costs    Nothing; never ends by itself: --executions or --time ends it.
// Limits   Strongly biased: a schedule of k steps among n threads has probability about n^-k, and
//          one in which a thread of few steps runs late is far less likely than one where it ends
//          early.
// Oracle   tests/dpor/sampling/sampling_test.cpp measures the bias.
#pragma once

#include "dpor/sampling/sampler.hpp"

namespace mcheck {

class RandomWalk final : public Sampler {
 public:
  using Sampler::Sampler;

 protected:
  std::size_t choose(const View&, std::span<const EnabledThread> enabled) override {
    return enabled.size() == 1 ? 0 : random().below(enabled.size());
  }
  std::size_t choose_thread(const View& view) override {
    return random().below(view.alternatives.size());
  }
  [[nodiscard]] std::size_t repeats_of_choice(std::size_t alternatives) const override {
    return alternatives == 1 ? kAnyNumber : 0;
  }
  [[nodiscard]] std::vector<std::string> guarantees() const override {
    return {"a random walk guarantees nothing about what it has not seen"};
  }
};

}  // namespace mcheck
