// SPDX-License-Identifier: MIT
// Correct uses of C++ streams: each thread has its own, or holds a lock; std::cout may be shared,
// because it is synchronised with stdio.
#include <iostream>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>

std::ostringstream report;
std::mutex guard;

void writer(int number) {
  std::ostringstream line;
  line << "thread " << number << ": " << 1.5 << '\n';
  std::istringstream words(line.str());
  std::string word;
  words >> word >> number;
  const std::lock_guard lock(guard);
  report << line.str();
}

int main() {
  std::thread first(writer, 1);
  std::thread second(writer, 2);
  std::cout << "main " << 3 << std::endl;
  first.join();
  second.join();
  std::thread third([] { std::cout << report.str() << 1 << 'x' << std::flush; });
  std::cout << "main again\n";
  third.join();
  return report.str().empty() ? 1 : 0;
}
