// SPDX-License-Identifier: MIT
// Something that happens once and can be waited for: the heart of a future's shared state.
//
// It comes true in one of two ways: somebody sets it, or, for a deferred function, whoever asks
// first makes it true while the others wait. One event is used in one way only.
#pragma once

#include <mcheck/detail/object.hpp>

namespace mcheck::detail {

class Event {
 public:
  explicit Event(const char* name = nullptr);
  ~Event();
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;

  // False: it was set before. What the thread does until its next operation comes before everything
  // that waits for this.
  [[nodiscard]] bool set();
  // True: the caller is to make it true, and says end_once() then. False: it is true.
  [[nodiscard]] bool begin_once();
  void end_once();

  void wait();
  // False: the time was up first, which it may be at any point, if timeouts happen.
  [[nodiscard]] bool wait_in_time();
  // Whether it is true now.
  [[nodiscard]] bool poll();

 private:
  Object object_;
  bool happened_ = false;  // not looked at before an operation has ordered this thread after it
};

}  // namespace mcheck::detail
