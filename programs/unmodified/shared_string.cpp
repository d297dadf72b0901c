// SPDX-License-Identifier: MIT
// One thread inserts a title into a name while another reads the name. Before C++20 the code of
// std::string is compiled into the C++ library, unless a program compiles its own.
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
