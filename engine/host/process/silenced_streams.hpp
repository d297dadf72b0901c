// SPDX-License-Identifier: MIT
// Discards the program's output and gives it an empty input while this object lives: the program
// runs thousands of times.
#pragma once

namespace mcheck {

// Whether standard output and standard error are discarded.
[[nodiscard]] bool is_silenced();

class SilencedStreams {
 public:
  SilencedStreams();
  ~SilencedStreams();
  SilencedStreams(const SilencedStreams&) = delete;
  SilencedStreams& operator=(const SilencedStreams&) = delete;

 private:
  int saved_descriptors_[3] = {-1, -1, -1};
};

}  // namespace mcheck
