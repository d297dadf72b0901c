// SPDX-License-Identifier: MIT
// /dev/urandom and /dev/random are a file of random bytes that is the same in every execution. It
// ends after a megabyte.
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/host_state.hpp"
#include "engine/base/random.hpp"
#include "engine/intercept/original.hpp"
#include "engine/runtime/perform.hpp"

namespace mcheck {
namespace {

MCHECK_HOST_STATE int random_bytes = -1;  // where the program's own descriptors do not reach

bool is_random(const char* path) {
  if (!in_program() || passes_through() || path == nullptr) return false;
  const std::string_view name = path;
  return name == "/dev/urandom" || name == "/dev/random";
}

void make_random_bytes() {
  constexpr std::size_t kNumbers = (1 << 20) / sizeof(std::uint64_t);
  constexpr int kFirstDescriptor = 900;
  Random random(2024);
  std::vector<std::uint64_t> numbers(kNumbers);
  for (std::uint64_t& number : numbers) number = random.next();
  const int file = memfd_create("random", MFD_CLOEXEC);
  const auto size = static_cast<ssize_t>(kNumbers * sizeof(std::uint64_t));
  if (write(file, numbers.data(), static_cast<std::size_t>(size)) == size) {
    random_bytes = fcntl(file, F_DUPFD_CLOEXEC, kFirstDescriptor);
  }
  close(file);
}

// Opened anew, to be read from the beginning.
int open_random(int flags) {
  const OutsideWorld engine_at_work;
  if (random_bytes < 0) make_random_bytes();
  const std::string path = "/proc/self/fd/" + std::to_string(random_bytes);
  return original<decltype(open)>("open")(path.c_str(), flags & (O_CLOEXEC | O_NONBLOCK));
}

int open_at(const char* function, int directory, const char* path, int flags, unsigned mode) {
  if (is_random(path)) return open_random(flags);
  return original<decltype(openat)>(function)(directory, path, flags, mode);
}

std::FILE* open_stream(const char* function, const char* path, const char* mode) {
  if (!is_random(path)) return original<decltype(fopen)>(function)(path, mode);
  const int file = open_random(O_CLOEXEC);
  return file < 0 ? nullptr : fdopen(file, "r");
}

}  // namespace
}  // namespace mcheck

// NOLINTBEGIN
#define MCHECK_MODE(flags)                                          \
  unsigned mode = 0;                                                \
  if (((flags)&O_CREAT) != 0 || ((flags)&O_TMPFILE) == O_TMPFILE) { \
    va_list words;                                                  \
    va_start(words, flags);                                         \
    mode = va_arg(words, unsigned);                                 \
    va_end(words);                                                  \
  }

extern "C" {

int open(const char* path, int flags, ...) {
  MCHECK_MODE(flags)
  return mcheck::open_at("openat", AT_FDCWD, path, flags, mode);
}
int open64(const char* path, int flags, ...) {
  MCHECK_MODE(flags)
  return mcheck::open_at("openat64", AT_FDCWD, path, flags, mode);
}
int openat(int directory, const char* path, int flags, ...) {
  MCHECK_MODE(flags)
  return mcheck::open_at("openat", directory, path, flags, mode);
}
int openat64(int directory, const char* path, int flags, ...) {
  MCHECK_MODE(flags)
  return mcheck::open_at("openat64", directory, path, flags, mode);
}
FILE* fopen(const char* path, const char* mode) { return mcheck::open_stream("fopen", path, mode); }
FILE* fopen64(const char* path, const char* mode) {
  return mcheck::open_stream("fopen64", path, mode);
}
}
// NOLINTEND
