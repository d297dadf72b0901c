// SPDX-License-Identifier: MIT
#include "dpor/portfolio.hpp"

#include "dpor/chances.hpp"
#include "dpor/pct.hpp"
#include "dpor/pos.hpp"
#include "dpor/random_walk.hpp"
#include "dpor/surw.hpp"

namespace mcheck {

Portfolio::Portfolio(const SamplerOptions& options) {
  Random seeds(options.seed);
  const auto own = [&] { return SamplerOptions{.seed = seeds.next(), .steps = options.steps}; };
  const auto add = [&](const char* name, std::unique_ptr<Strategy> strategy) {
    members_.push_back({.name = name, .strategy = std::move(strategy)});
  };
  add("random", std::make_unique<RandomWalk>(own()));
  add("pct 2", std::make_unique<Pct>(own(), 2));
  add("pct 3", std::make_unique<Pct>(own(), 3));
  add("pos", std::make_unique<PartialOrderSampling>(own()));
  add("surw", std::make_unique<SelectivelyUniformWalk>(
                  own(), SelectivelyUniformWalk::Interest::kOneObject));
}

std::optional<Begin> Portfolio::begin_execution() {
  std::uint64_t before = 0;
  for (const Member& member : members_) before += member.executions;
  turn_ = before % members_.size();
  return members_[turn_].strategy->begin_execution();
}

void Portfolio::end_execution(const Execution& execution, Ending ending) {
  Member& member = members_[turn_];
  member.strategy->end_execution(execution, ending);
  ++member.executions;
  if (ending != Ending::kFailed) return;
  ++member.failed;
  if (++failed_ == 1) finder_ = turn_;
}

std::vector<std::string> Portfolio::finders() const {
  std::vector<std::string> lines = {"found by " + members_[finder_].name};
  if (failed_ == 1) return lines;
  std::string counts;
  for (const Member& member : members_) {
    counts += (counts.empty() ? "" : ", ") + member.name + ": " + std::to_string(member.failed) +
              " of " + std::to_string(member.executions);
  }
  lines.front() += ", first";
  lines.push_back("executions that failed: " + counts);
  return lines;
}

std::vector<std::string> Portfolio::remarks() const {
  if (failed_ > 0) return finders();
  std::vector<std::string> lines;
  for (const Member& member : members_) {
    for (const std::string& line : member.strategy->remarks()) {
      lines.push_back(member.name + ": " + line);
    }
  }
  return lines;
}

}  // namespace mcheck
