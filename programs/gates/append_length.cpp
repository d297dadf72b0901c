// SPDX-License-Identifier: MIT
// append() locks its own buffer, but not the one that it appends: that one may become shorter after
// append() has read its length. Then append() reads past its end, and throws std::out_of_range.
// Each call is thread-safe, two calls are not.
//
// append() takes any source of characters. The test gives it one with two gates: when the length is
// known, append() is held until the buffer is shorter. So it throws in every run.
//
// From "Taming the Concurrency" (2013), where it is the third example: java.lang.StringBuffer.
#include <cassert>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>

#include <mcheck/gates.hpp>

// The class under test. It knows nothing of gates.
class StringBuffer {
 public:
  explicit StringBuffer(const char* text) : text_(text) {}

  std::size_t length() const {
    const std::lock_guard lock(mutex_);
    return text_.size();
  }
  char at(std::size_t index) const {
    const std::lock_guard lock(mutex_);
    return text_.at(index);
  }
  void set_length(std::size_t length) {
    const std::lock_guard lock(mutex_);
    text_.resize(length);
  }
  template <class Source>
  void append(const Source& other) {
    const std::lock_guard lock(mutex_);
    const std::size_t length = other.length();
    for (std::size_t i = 0; i < length; ++i) text_.push_back(other.at(i));
  }

 private:
  mutable std::mutex mutex_;
  std::string text_;
};

mcheck::gate measured{"measured"}, shortened{"shortened"};

struct HeldBuffer {
  std::size_t length() const {
    const std::size_t length = buffer.length();
    measured.open();
    shortened.wait();
    return length;
  }
  char at(std::size_t index) const { return buffer.at(index); }

  StringBuffer& buffer;
};

int main() {
  StringBuffer all("ab"), other("cdef");
  std::thread shortens([&] {
    measured.wait();
    other.set_length(1);
    shortened.open();
  });
  bool throws = false;
  try {
    all.append(HeldBuffer{other});
  } catch (const std::out_of_range&) {
    throws = true;
  }
  shortens.join();

  assert(throws);
  assert(all.length() == 3);  // "abc": the one character that was left
}
