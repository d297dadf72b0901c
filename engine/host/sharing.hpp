// SPDX-License-Identifier: MIT
// Whether threads did anything that mcheck sees, in a program for its headers. Where they did not,
// "verified" may be of nothing: the program may use std::atomic, or plain variables.
#pragma once

#include <string>

#include "engine/search/execution.hpp"

namespace mcheck {

class Sharing {
 public:
  void look_at(const Execution& execution);

  // What a person should know of a verified program; "" where there is nothing to say.
  [[nodiscard]] std::string remark() const;

 private:
  bool several_threads_ = false;  // in some execution
  bool seen_ = false;             // an operation of a thread but main, in some execution
};

}  // namespace mcheck
