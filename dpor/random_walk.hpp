// SPDX-License-Identifier: MIT
// A random walk: at each step one of the enabled threads, all equally likely. Finds shallow bugs in
// programs too large to enumerate; says nothing about what it has not seen.
//
// Idea     One random number at every step, and no memory.
// Costs    Nothing; never ends by itself: --executions or --time ends it.
// Limits   Strongly biased: a schedule of k steps among n threads has probability about n^-k, and
//          one in which a thread of few steps runs late is far less likely than one where it ends
//          early.
// Oracle   tests/dpor/sampling_test.cpp measures the bias.
#pragma once

#include "dpor/sampler.hpp"

namespace mcheck {

class RandomWalk final : public Sampler {
 public:
  using Sampler::Sampler;

 protected:
  std::size_t choose(const View&, std::span<const Ready> ready) override {
    return ready.size() == 1 ? 0 : random().below(ready.size());
  }
  std::size_t choose_thread(const View& view) override {
    return random().below(view.alternatives.size());
  }
  [[nodiscard]] std::size_t same_again(std::size_t ways) const override {
    return ways == 1 ? kAnyNumber : 0;
  }
  [[nodiscard]] std::vector<std::string> guarantees() const override {
    return {"a random walk guarantees nothing about what it has not seen"};
  }
};

}  // namespace mcheck
