// SPDX-License-Identifier: MIT
// Double-checked locking, with the two halves the wrong way round: the pointer is published before
// what it points to is filled in.
//
// The second thread sees a pointer, asks for no lock, and reads what is not there yet.
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
