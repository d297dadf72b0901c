// SPDX-License-Identifier: MIT
// One thread writes to a file stream while another closes it too early.
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
