// SPDX-License-Identifier: MIT
// Double-checked locking, repaired: fill in first, publish last. The store releases and the load
// acquires, so a thread that sees the pointer also sees the complete object.
//
// The twin of programs/classic/double_checked_locking_right.cpp. Wrong form:
// double_checked_locking.cpp.
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

namespace {

struct Settings {
  int width{0};
};

}  // namespace

int main() {
  std::mutex guard;
  std::atomic<Settings*> instance{nullptr};
  Settings settings;

  const auto width = [&] {
    if (instance.load(std::memory_order_acquire) == nullptr) {
      const std::lock_guard lock(guard);
      if (instance.load(std::memory_order_relaxed) == nullptr) {
        settings.width = 80;
        instance.store(&settings, std::memory_order_release);
      }
    }
    return instance.load(std::memory_order_acquire)->width;
  };

  std::thread other([&] { assert(width() == 80 && "settings are complete when seen"); });
  assert(width() == 80 && "settings are complete when seen");
  other.join();
}
