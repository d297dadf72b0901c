// SPDX-License-Identifier: MIT
// `mcheck explain`: the pages of docs/failures/, which are compiled into the command.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mcheck::command {

// A page begins with "# MC001 race: two accesses that nothing orders": its id, name and title.
struct FailurePage {
  std::string_view text;

  [[nodiscard]] std::string id() const;
  [[nodiscard]] std::string name() const;
  [[nodiscard]] std::string title() const;
};

// All pages, by id. Generated from docs/failures/MC*.md by failure_pages.cmake.
[[nodiscard]] const std::vector<FailurePage>& failure_pages();

// The page of a failure by its id or name ("MC001", "race"); for "" a list of all pages. Throws
// UsageError if there is no such failure.
[[nodiscard]] std::string explanation(const std::string& failure);

}  // namespace mcheck::command
