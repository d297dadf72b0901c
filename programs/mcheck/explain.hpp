// SPDX-License-Identifier: MIT
// mcheck explain: the pages of docs/failures/, which are a part of the command.
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

// All pages, by id. Made of docs/failures/MC*.md when the command is built (failure_pages.cmake).
[[nodiscard]] const std::vector<FailurePage>& failure_pages();

// The page of a failure that is named by its id or its name ("MC001", "race"); a list of all pages
// for "". Throws UsageError: there is no such failure.
[[nodiscard]] std::string explanation(const std::string& failure);

}  // namespace mcheck::command
