// SPDX-License-Identifier: MIT
// A file that one thread writes to while another, who thinks that all is done, closes it.
#include <fstream>
#include <thread>

std::ofstream file;

void writer() {
  file << "line\n";  // planted 1 a
}

int main() {
  file.open("/dev/null");
  std::thread thread(writer);
  file.close();  // planted 1 b
  thread.join();
}
