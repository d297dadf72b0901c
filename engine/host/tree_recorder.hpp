// SPDX-License-Identifier: MIT
// Writes down what a search does, as long as it fits into a tree of kMostTreeNodes: where it was
// asked for, and nowhere else.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>

#include "engine/search/execution.hpp"
#include "engine/trace/failure.hpp"
#include "engine/trace/search_tree.hpp"

namespace mcheck {

class TreeRecorder {
 public:
  // At the end of each execution, those of no use included, while it can be looked at.
  void add(const Execution& execution, Ending ending, const std::optional<Failure>& failure);

  // `exhausted`: the search has ended by itself, and was to leave nothing out.
  [[nodiscard]] SearchTree take(bool exhausted);

 private:
  bool measure(const Execution& execution, Ending ending);

  using Choice = std::pair<int, std::uint16_t>;  // at which node, which

  SearchTree tree_;
  std::map<Choice, int> child_of_;
};

}  // namespace mcheck
