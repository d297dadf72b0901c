// SPDX-License-Identifier: MIT
// A name is given a title while it is looked at. Before C++20 what a std::string does is compiled
// into the C++ library, unless a program compiles its own.
//
// Right form: shared_string_right.cpp.
#include <string>
#include <thread>

int main() {
  std::string name = "Lovelace";
  std::thread titles([&] { name.insert(0, "Countess "); });
  const bool nameless = name.empty();
  titles.join();
  return nameless ? 1 : 0;
}
