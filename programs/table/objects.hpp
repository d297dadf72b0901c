// SPDX-License-Identifier: MIT
// Collects the objects of a program during parsing. An object's kind follows from its uses; uses
// that disagree are an error.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "program.hpp"

namespace table {

class Objects {
 public:
  // Records a use in this line, with the letter of its operand (grammar.hpp). Returns the object's
  // index.
  std::size_t use(const std::string& name, char letter, std::size_t line);
  // `init x 5` and `sem s 2`.
  void init(const std::string& name, Number first, std::size_t line);
  void semaphore(const std::string& name, Number permits, std::size_t line);

  // All objects with their kinds. One that is never used is an atomic.
  [[nodiscard]] std::vector<Object> finish();

 private:
  struct Lines {
    std::size_t init = 0;    // 0: none
    std::size_t waited = 0;  // line of its first wait
  };

  std::size_t find(const std::string& name);

  std::map<std::string, std::size_t> index_;
  std::vector<Object> objects_;
  std::vector<Lines> lines_;  // by object
};

}  // namespace table
