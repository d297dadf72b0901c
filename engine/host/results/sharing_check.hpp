// SPDX-License-Identifier: MIT
// Whether threads of a program for mcheck's headers did anything that mcheck observes. If not,
// "verified" may mean nothing: the program may use std::atomic or plain variables.
#pragma once

#include <string>

#include "engine/search/execution/execution.hpp"

namespace mcheck {

class SharingCheck {
 public:
  void look_at(const Execution& execution);

  // The warning for a verified program; "" if there is none.
  [[nodiscard]] std::string remark() const;

 private:
  bool several_threads_ = false;  // in some execution
  bool shared_seen_ = false;      // a thread other than main had an operation, in some execution
};

}  // namespace mcheck
