// SPDX-License-Identifier: MIT
// One thread inserts a title into a name, and main reads the name after the join.
//
// Wrong form: shared_string.cpp.
#include <string>
#include <thread>

int main() {
  std::string name = "Lovelace";
  std::thread titles([&] { name.insert(0, "Countess "); });
  titles.join();
  return name.empty() ? 1 : 0;
}
