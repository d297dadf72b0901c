// SPDX-License-Identifier: MIT
// Gets random numbers in every way there is and fails with them as its message, so that a test can
// compare two runs.
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <unistd.h>

#include <cassert>
#include <fstream>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>

namespace {

std::string drawn() {
  std::string text;
  const auto add = [&](const char* what, auto number) {
    text += std::string(" ") + what + "=" + std::to_string(number);
  };
  unsigned number = 0;
  assert(getrandom(&number, sizeof number, 0) == sizeof number);
  add("getrandom", number);
  assert(getentropy(&number, sizeof number) == 0);
  add("getentropy", number);
  add("arc4random", arc4random());
  add("device", std::random_device()());
  const int file = open("/dev/urandom", O_RDONLY);
  assert(read(file, &number, sizeof number) == sizeof number);
  close(file);
  add("open", number);
  std::ifstream("/dev/random", std::ios::binary).read(reinterpret_cast<char*>(&number), 4);
  add("stream", number);
  add("rand", rand());
  add("drand48", drand48());
  return text;
}

const std::string before_main = drawn();

}  // namespace

int main() {
  std::string in_thread;
  std::thread([&] { in_thread = drawn(); }).join();
  const std::string in_main = drawn();
  assert(in_thread != in_main);
  throw std::runtime_error(before_main + "; " + in_main + "; " + in_thread);
}
