// SPDX-License-Identifier: MIT
// Runs a function in a forked child process: its answer comes back, its side effects do not.
#pragma once

#include <functional>
#include <string>

namespace mcheck {

struct ForkResult {
  std::string answer;
  bool answered = false;  // false: the child ended before, with this status of waitpid
  int status = 0;
};

[[nodiscard]] ForkResult run_in_fork(const std::function<std::string()>& call);

}  // namespace mcheck
