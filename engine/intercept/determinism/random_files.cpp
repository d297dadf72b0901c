// SPDX-License-Identifier: MIT
#include "engine/intercept/determinism/random_files.hpp"

#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include <bitset>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/host_state.hpp"
#include "engine/base/random.hpp"
#include "engine/intercept/program/original.hpp"
#include "engine/runtime/machine/perform.hpp"

namespace mcheck {
namespace {

MCHECK_HOST_STATE std::bitset<1024> random_descriptors;  // descriptors
MCHECK_HOST_STATE int random_file = -1;                  // beyond the program's own descriptors

void make_random_file() {
  constexpr std::size_t kNumbers = (1 << 20) / sizeof(std::uint64_t);
  constexpr int kFirstDescriptor = 900;
  Random random(2024);
  std::vector<std::uint64_t> numbers(kNumbers);
  for (std::uint64_t& number : numbers) number = random.next();
  const int file = memfd_create("random", MFD_CLOEXEC);
  const auto size = static_cast<ssize_t>(kNumbers * sizeof(std::uint64_t));
  if (write(file, numbers.data(), static_cast<std::size_t>(size)) == size) {
    random_file = fcntl(file, F_DUPFD_CLOEXEC, kFirstDescriptor);
  }
  close(file);
}

}  // namespace

bool is_random_device(const char* path) {
  if (!in_program_code() || passes_through() || path == nullptr) return false;
  const std::string_view name = path;
  return name == "/dev/urandom" || name == "/dev/random";
}

int open_random_file(int flags) {
  const EngineAllocationScope engine_at_work;
  if (random_file < 0) make_random_file();
  const std::string path = "/proc/self/fd/" + std::to_string(random_file);
  const int file = original<decltype(open)>("open")(path.c_str(), flags & (O_CLOEXEC | O_NONBLOCK));
  if (file >= 0 && file < 1024) random_descriptors.set(static_cast<std::size_t>(file));
  return file;
}

bool is_random_descriptor(int file) {
  return file >= 0 && file < 1024 && random_descriptors.test(static_cast<std::size_t>(file));
}

FILE* open_random_stream() {
  const int file = open_random_file(O_CLOEXEC);
  return file < 0 ? nullptr : original<decltype(fdopen)>("fdopen")(file, "r");
}

}  // namespace mcheck
