// SPDX-License-Identifier: MIT
#include "dpor/sampling/portfolio.hpp"

#include "dpor/sampling/pct.hpp"
#include "dpor/sampling/pos.hpp"
#include "dpor/sampling/probabilities.hpp"
#include "dpor/sampling/random_walk.hpp"
#include "dpor/sampling/surw.hpp"

namespace mcheck {

Portfolio::Portfolio(const SamplerOptions& options) {
  Random seeds(options.seed);
  const auto member_options = [&] {
    return SamplerOptions{.seed = seeds.next(), .steps = options.steps};
  };
  const auto add = [&](const char* name, std::unique_ptr<Strategy> strategy) {
    members_.push_back({.name = name, .strategy = std::move(strategy)});
  };
  add("random", std::make_unique<RandomWalk>(member_options()));
  add("pct 2", std::make_unique<Pct>(member_options(), 2));
  add("pct 3", std::make_unique<Pct>(member_options(), 3));
  add("pos", std::make_unique<PartialOrderSampling>(member_options()));
  add("surw", std::make_unique<SelectivelyUniformWalk>(
                  member_options(), SelectivelyUniformWalk::Interest::kOneObject));
}

std::optional<Begin> Portfolio::begin_execution() {
  std::uint64_t executions_so_far = 0;
  for (const Member& member : members_) executions_so_far += member.executions;
  current_ = executions_so_far % members_.size();
  return members_[current_].strategy->begin_execution();
}

void Portfolio::end_execution(const Execution& execution, Ending ending) {
  Member& member = members_[current_];
  member.strategy->end_execution(execution, ending);
  ++member.executions;
  if (ending != Ending::kFailed) return;
  ++member.failures;
  if (++failures_ == 1) first_finder_ = current_;
}

std::vector<std::string> Portfolio::finder_remarks() const {
  std::vector<std::string> lines = {"found by " + members_[first_finder_].name};
  if (failures_ == 1) return lines;
  std::string counts;
  for (const Member& member : members_) {
    counts += (counts.empty() ? "" : ", ") + member.name + ": " + std::to_string(member.failures) +
              " of " + std::to_string(member.executions);
  }
  lines.front() += ", first";
  lines.push_back("executions that failed: " + counts);
  return lines;
}

std::vector<std::string> Portfolio::remarks() const {
  if (failures_ > 0) return finder_remarks();
  std::vector<std::string> lines;
  for (const Member& member : members_) {
    for (const std::string& line : member.strategy->remarks()) {
      lines.push_back(member.name + ": " + line);
    }
  }
  return lines;
}

}  // namespace mcheck
