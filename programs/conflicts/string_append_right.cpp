// SPDX-License-Identifier: MIT
// string_append.cpp with both buffers locked during the copy.
#include <mutex>
#include <string>
#include <thread>

class StringBuffer {
 public:
  explicit StringBuffer(std::string text) : text_(std::move(text)) {}

  void append(const StringBuffer& other) {
    const std::scoped_lock lock(mutex_, other.mutex_);
    text_ += other.text_;
  }
  void set_length(std::size_t length) {
    const std::lock_guard lock(mutex_);
    text_.resize(length);
  }

 private:
  mutable std::mutex mutex_;
  std::string text_;
};

int main() {
  StringBuffer one("ab");
  StringBuffer two("cdef");
  std::thread shortener([&] { two.set_length(0); });
  one.append(two);
  shortener.join();
}
