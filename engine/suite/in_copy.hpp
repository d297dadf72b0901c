// SPDX-License-Identifier: MIT
// A call in a copy of the process: what it answers comes back, and what else it does does not.
#pragma once

#include <functional>
#include <string>

namespace mcheck {

struct CopyEnded {
  std::string answer;
  bool answered = false;  // else the copy ended before, with this status of waitpid
  int status = 0;
};

[[nodiscard]] CopyEnded in_copy(const std::function<std::string()>& call);

}  // namespace mcheck
