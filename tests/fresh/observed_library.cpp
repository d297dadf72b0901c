// SPDX-License-Identifier: MIT
#include "tests/fresh/observed_library.hpp"

#include <vector>

namespace mcheck::observed {
namespace {

int count = 0;
std::vector<int> list(3, 7);

}  // namespace

int count_in_library() { return ++count; }

int lengthen_list_in_library() {
  const int length = list.back() == 7 ? static_cast<int>(list.size()) : -1;
  list.front() = 8;
  list.insert(list.end(), 10, 7);
  return length;
}

}  // namespace mcheck::observed
