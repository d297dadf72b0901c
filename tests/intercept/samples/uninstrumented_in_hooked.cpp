// SPDX-License-Identifier: MIT
// Writes that compilers do not instrument, in instrumented code: two threads make them, under a
// lock if requested.
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>
#include <thread>

namespace {

struct Triple {
  long first, second, third;
};

Triple triple;
char text[64];
std::mutex mutex;

[[gnu::noinline]] Triple made(long value) { return {value, value + 1, value + 2}; }

void write_once(const std::string& how, long value) {
  if (how == "struct") triple = made(value);
  if (how == "copy") {
    const Triple local = {value, value, value};
    __builtin_memcpy(&triple, &local, sizeof local);
  }
  if (how == "library") gcvt(static_cast<double>(value), 6, text);
}

void work(const std::string& how, bool locks, long value) {
  if (!locks) return write_once(how, value);
  const std::lock_guard<std::mutex> guard(mutex);
  write_once(how, value);
}

}  // namespace

int main(int count, char** words) {
  if (count < 2) return 1;
  const std::string how = words[1];
  const bool locks = count > 2;
  std::thread first([&] { work(how, locks, 1); });
  std::thread second([&] { work(how, locks, 2); });
  first.join();
  second.join();
  return 0;
}
