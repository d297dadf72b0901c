// SPDX-License-Identifier: MIT
// From the Interleaving paper: StringBuffer.append(other) takes its own lock, gets the length of
// `other`, and copies that many characters; another thread shortens `other` in between.
#include <mutex>
#include <string>
#include <thread>

class StringBuffer {
 public:
  explicit StringBuffer(std::string text) : text_(std::move(text)) {}

  void append(const StringBuffer& other) {
    const std::lock_guard lock(mutex_);
    const std::size_t length = other.length();
    for (std::size_t i = 0; i < length; ++i) text_.push_back(other.at(i));
  }
  void set_length(std::size_t length) {
    const std::lock_guard lock(mutex_);
    text_.resize(length);  // planted 1 a
  }
  [[nodiscard]] std::size_t length() const { return text_.size(); }  // planted 1 b
  [[nodiscard]] char at(std::size_t i) const {
    return i < text_.size() ? text_[i] : '?';  // planted 1 b
  }

 private:
  std::mutex mutex_;
  std::string text_;
};

int main() {
  StringBuffer one("ab");
  StringBuffer two("cdef");
  std::thread shortener([&] { two.set_length(0); });
  one.append(two);
  shortener.join();
}
