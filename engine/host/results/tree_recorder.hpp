// SPDX-License-Identifier: MIT
// Records what a search does, if that was asked for, as long as it fits into a tree of
// kMaxTreeNodes.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>

#include "engine/search/execution/execution.hpp"
#include "engine/trace/failures/failure.hpp"
#include "engine/trace/results/search_tree.hpp"

namespace mcheck {

class TreeRecorder {
 public:
  // REQUIRES: the execution has just ended. Redundant ones and probes are recorded too.
  void add(const Execution& execution, Ending ending, const std::optional<Failure>& failure);

  // `exhausted`: the search has ended and left nothing out.
  [[nodiscard]] SearchTree take(bool exhausted);

 private:
  bool count_execution(const Execution& execution, Ending ending);

  using Choice = std::pair<int, std::uint16_t>;  // at which node, which choice

  SearchTree tree_;
  std::map<Choice, int> child_of_;
};

}  // namespace mcheck
