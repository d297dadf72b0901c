// SPDX-License-Identifier: MIT
#include "engine/host/results/sharing_check.hpp"

#include <algorithm>

#include "engine/runtime/machine/perform.hpp"
#include "engine/trace/order/dependency.hpp"

namespace mcheck {

// Threads that use different objects may be intended: not every test is about races.
void SharingCheck::look_at(const Execution& execution) {
  if (shared_seen_ || execution.threads().size() < 2) return;
  several_threads_ = true;
  shared_seen_ = std::ranges::any_of(execution.events(), [](const Event& event) {
    return event.thread != kMainThread && touches_object(event.operation);
  });
}

std::string SharingCheck::remark() const {
  if (!several_threads_ || shared_seen_ || unmodified()) return "";
  return "the threads shared nothing that mcheck observes: a program for mcheck's headers shares "
         "mcheck::atomic, mcheck::mutex, mcheck::shared<T> and the like; std::atomic, std::mutex "
         "and plain variables are observed in a program that is built by `mcheck c++`, without "
         "mcheck's headers";
}

}  // namespace mcheck
