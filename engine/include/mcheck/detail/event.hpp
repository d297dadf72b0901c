// SPDX-License-Identifier: MIT
// An event that happens once and can be waited for: the core of a future's shared state.
//
// It is set by a thread or, for a deferred function, the first thread that asks runs the function
// while the others wait. One event is used in one of the two ways only.
#pragma once

#include <mcheck/detail/object.hpp>

namespace mcheck::detail {

class Event {
 public:
  explicit Event(const char* name = nullptr);
  ~Event();
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;

  // False: it was set before. What the thread does until its next operation happens before
  // everything that waits for this.
  [[nodiscard]] bool set();
  // True: the caller runs the function and calls end_once() then. False: it has been run.
  [[nodiscard]] bool begin_once();
  void end_once();

  void wait();
  // False: the wait timed out, which may happen at any point, if timeouts are on.
  [[nodiscard]] bool wait_in_time();
  // Whether it has happened by now.
  [[nodiscard]] bool poll();

 private:
  Object object_;
  bool happened_ = false;  // read only after an operation that orders this thread after the write
};

}  // namespace mcheck::detail
