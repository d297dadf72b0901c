// SPDX-License-Identifier: MIT
#include "engine/host/sharing.hpp"

#include "engine/runtime/perform.hpp"
#include "engine/trace/dependency.hpp"

namespace mcheck {
namespace {

constexpr ThreadId kNobody{kMaxThreads};

}  // namespace

// Who destroys an object at the end has not looked at it.
void Sharing::look_at(const Execution& execution) {
  if (shared_ || execution.threads().size() < 2) return;
  several_threads_ = true;
  users_.clear();
  for (const Event& event : execution.events()) {
    if (!touches_object(event.operation) || event.operation.kind == Kind::kDestroy) continue;
    const std::size_t object = index(event.operation.object);
    if (object >= users_.size()) users_.resize(object + 1, kNobody);
    ThreadId& user = users_[object];
    shared_ = shared_ || (user != kNobody && user != event.thread);
    user = event.thread;
  }
}

std::string Sharing::remark() const {
  if (!several_threads_ || shared_ || unmodified()) return "";
  return "nothing that mcheck can see was shared by the threads: a program for mcheck's headers "
         "shares mcheck::atomic, mcheck::mutex, mcheck::shared<T> and the like; std::atomic, "
         "std::mutex and plain variables are seen where it is built by `mcheck c++`, without "
         "mcheck's headers";
}

}  // namespace mcheck
