// SPDX-License-Identifier: MIT
// Captures what the program prints in one execution, for the report. In all others the output is
// discarded.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdio>
#include <string>
#include <vector>

#include "engine/runtime/machine/machine.hpp"

namespace mcheck {

// While this object lives, standard output and standard error go to one file in memory, which keeps
// their order. If there is no such file, they are left alone.
class CapturedOutput final : public ExternalState {
 public:
  explicit CapturedOutput(Machine& machine);
  ~CapturedOutput() override;
  CapturedOutput(const CapturedOutput&) = delete;
  CapturedOutput& operator=(const CapturedOutput&) = delete;

  void note() override;
  void restore() override;

  // The output so far, with the contents of the program's stdout buffer; of long output the
  // beginning. REQUIRES: the execution has ended, and its memory is not restored yet.
  [[nodiscard]] std::string text();

  // Copies all of it to the original standard output.
  void print_captured();

 private:
  Machine& machine_;
  // Before a step that may be undone: the size of the output, and the stream with its buffer.
  off_t saved_size_ = 0;
  std::vector<std::byte> saved_stream_;
  std::vector<std::byte> saved_buffer_;
  int file_ = -1;
  int saved_descriptors_[2] = {-1, -1};
};

}  // namespace mcheck
