// SPDX-License-Identifier: MIT
// Double-checked locking with two steps in the wrong order: the pointer is published before its
// object is filled in.
//
// The second thread sees the pointer, skips the lock, and reads an object that is not complete yet.
//
// Right form: double_checked_locking_right.cpp.
#include <mcheck/mcheck.hpp>
#include <mutex>

namespace {

struct Settings {
  mcheck::shared<int> width{0, "width"};
};

}  // namespace

MCHECK_PROGRAM(double_checked_locking, "a pointer is published before its object is filled in") {
  mcheck::mutex guard{"guard"};
  mcheck::atomic<Settings*> instance{nullptr, "instance"};
  Settings settings;

  const auto width = [&] {
    if (instance.load() == nullptr) {
      const std::lock_guard lock(guard);
      if (instance.load() == nullptr) {
        instance.store(&settings);
        settings.width = 80;
      }
    }
    return static_cast<int>(instance.load()->width);
  };

  mcheck::thread other([&] { mcheck::check(width() == 80, "settings are complete when seen"); });
  mcheck::check(width() == 80, "settings are complete when seen");
  other.join();
}
