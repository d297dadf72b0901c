// SPDX-License-Identifier: MIT
// Double-checked locking, repaired: fill in first, publish last. The store releases and the load
// acquires, so a thread that sees the pointer also sees the complete object.
//
// Wrong form: double_checked_locking.cpp.
#include <mcheck/mcheck.hpp>
#include <mutex>

namespace {

struct Settings {
  mcheck::shared<int> width{0, "width"};
};

}  // namespace

MCHECK_PROGRAM(double_checked_locking_right, "a pointer is published after its object is filled") {
  mcheck::mutex guard{"guard"};
  mcheck::atomic<Settings*> instance{nullptr, "instance"};
  Settings settings;

  const auto width = [&] {
    if (instance.load(std::memory_order_acquire) == nullptr) {
      const std::lock_guard lock(guard);
      if (instance.load(std::memory_order_relaxed) == nullptr) {
        settings.width = 80;
        instance.store(&settings, std::memory_order_release);
      }
    }
    return static_cast<int>(instance.load(std::memory_order_acquire)->width);
  };

  mcheck::thread other([&] { mcheck::check(width() == 80, "settings are complete when seen"); });
  mcheck::check(width() == 80, "settings are complete when seen");
  other.join();
}
