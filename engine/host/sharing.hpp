// SPDX-License-Identifier: MIT
// Whether threads had anything in common, in what mcheck sees of a program for its headers. Where
// they had not, "verified" may be of nothing: the program may use std::atomic, or plain variables.
#pragma once

#include <string>
#include <vector>

#include "engine/search/execution.hpp"

namespace mcheck {

class Sharing {
 public:
  void look_at(const Execution& execution);

  // What a person should know of a verified program; "" where there is nothing to say.
  [[nodiscard]] std::string remark() const;

 private:
  bool several_threads_ = false;  // in some execution
  bool shared_ = false;           // in some execution
  std::vector<ThreadId> users_;   // by object, those that were used first
};

}  // namespace mcheck
