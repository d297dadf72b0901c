// SPDX-License-Identifier: MIT
// C++ streams take no locks: one thread writes to a stringstream while another writes to it, reads
// from it, or takes its text. Only std::cout may be shared.
#include <iostream>
#include <sstream>
#include <string>
#include <thread>

std::ostringstream report;
std::stringstream both;

void writer() {
  report << "one " << 1;  // planted 1 ab, 2 a
  std::cout << "done\n";
}

void reader() {
  std::string word;
  both >> word;  // planted 3 b
  std::cout << word << '\n';
}

int main() {
  std::thread first(writer);
  std::thread second(writer);
  const std::string text = report.str();  // planted 2 b
  first.join();
  second.join();
  std::thread third(reader);
  both << 5 << ' ';  // planted 3 a
  third.join();
}
