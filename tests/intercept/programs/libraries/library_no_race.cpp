// SPDX-License-Identifier: MIT
// Calls of library functions by two threads that do not race:
// tests/intercept/libraries/library_calls_test.cpp.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <mutex>
#include <ostream>
#include <sstream>
#include <streambuf>
#include <string>
#include <thread>

// The C library has one as well.
extern "C" char* strfry(char* text) { return text; }
extern "C" int strverscmp(const char* a, const char* b) noexcept { return a[0] - b[0]; }

namespace {

char text[16] = "hello";
thread_local volatile long result;

// Locks itself, as an unbuffered log would.
class Log : public std::streambuf {
 protected:
  int_type overflow(int_type c) override {
    const std::lock_guard<std::mutex> lock(guard_);
    ++count_;
    return c;
  }

 private:
  std::mutex guard_;
  int count_ = 0;
};

Log log_buffer;

void print() {
  std::cout << "x " << 1 << std::endl;
  std::cerr << 1.5 << '\n';
  if (std::cout.good()) std::cout.flush();
}

void own_buffers() {
  char own[32];
  std::snprintf(own, sizeof own, "%s %d", text, 5);
  std::ostringstream out;
  out << own << text << std::hex << 17;
  result = std::strtol(own, nullptr, 10) + static_cast<long>(out.str().size());
}

void write_log() {
  std::ostream own(&log_buffer);
  own.put('x');
}

void call(const std::string& row) {
  if (row == "cout from two threads") print();
  if (row == "getenv twice") result = std::getenv("HOME") != nullptr;
  if (row == "strlen twice") result = static_cast<long>(std::strlen(text));
  if (row == "fprintf to one stream") std::fprintf(stdout, "%s\n", text);
  if (row == "a function of the program's own") result = strverscmp("b", strfry(text));
  if (row == "own buffers") own_buffers();
  if (row == "a buffer of the program's own class") write_log();
}

}  // namespace

int main(int count, char** words) {
  const std::string row = count > 1 ? words[1] : "";
  std::thread other([&] { call(row); });
  call(row);
  other.join();
  return 0;
}
