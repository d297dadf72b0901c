// SPDX-License-Identifier: MIT
// The objects of a program while it is read. Which kind each is follows from its uses; two uses
// that do not agree are an error of the file.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "program.hpp"

namespace table {

class Objects {
 public:
  // A use in that line, with the letter of its operand (grammar.hpp). The object's index.
  std::size_t use(const std::string& name, char letter, std::size_t line);
  // `init x 5` and `sem s 2`.
  void init(const std::string& name, Number first, std::size_t line);
  void semaphore(const std::string& name, Number permits, std::size_t line);

  // All of them, each of one kind: one that is never used is an atomic.
  [[nodiscard]] std::vector<Object> finish();

 private:
  struct Lines {
    std::size_t init = 0;    // 0: none
    std::size_t waited = 0;  // where it is waited with
  };

  std::size_t find(const std::string& name);

  std::map<std::string, std::size_t> index_;
  std::vector<Object> objects_;
  std::vector<Lines> lines_;  // of each
};

}  // namespace table
