// SPDX-License-Identifier: MIT
// A name is given a title, and looked at afterwards.
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
