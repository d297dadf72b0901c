// SPDX-License-Identifier: MIT
// Double-checked locking with two steps in the wrong order: the pointer is published before its
// object is filled in.
//
// The second thread sees the pointer, skips the lock, and reads an object that is not complete yet.
//
// The twin of programs/classic/double_checked_locking.cpp. Right form:
// double_checked_locking_right.cpp.
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
    if (instance.load() == nullptr) {
      const std::lock_guard lock(guard);
      if (instance.load() == nullptr) {
        instance.store(&settings);
        settings.width = 80;
      }
    }
    return instance.load()->width;
  };

  std::thread other([&] { assert(width() == 80 && "settings are complete when seen"); });
  assert(width() == 80 && "settings are complete when seen");
  other.join();
}
