// SPDX-License-Identifier: MIT
// One thread uses the mapped bytes of a file, another the file; the argument says which bytes and
// how. "shared", "copy" (private, for reading), "own" (private, written before), then the call;
// "far": at other bytes; "locked": one after the other; "loads": the mapped bytes are only read.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cassert>
#include <mutex>
#include <string>
#include <thread>

namespace {

constexpr off_t kPage = 4096;
constexpr off_t kByte = kPage + 8;

int file = -1;
char* bytes = nullptr;
std::mutex guard;
std::string words;

bool wants(const std::string& word) { return words.find(word) != std::string::npos; }

char* map() {
  const bool reads = wants("copy");
  const int protection = reads ? PROT_READ : PROT_READ | PROT_WRITE;
  void* const memory =
      mmap(nullptr, 3 * kPage, protection, wants("shared") ? MAP_SHARED : MAP_PRIVATE, file, 0);
  assert(memory != MAP_FAILED);
  if (wants("own")) static_cast<char*>(memory)[kPage] = 1;
  return static_cast<char*>(memory);
}

void use_file() {
  char here[4] = {1, 2, 3, 4};
  iovec parts[] = {{here, 2}, {here + 2, 2}};
  const off_t at = wants("far") ? kByte + 4 : kByte - 2;
  lseek(file, at, SEEK_SET);
  if (wants("pwrite ")) assert(pwrite(file, here, 4, at) == 4);
  if (wants("pwritev")) assert(pwritev(file, parts, 2, at) == 4);
  if (wants(" write ")) assert(write(file, here, 4) == 4);
  if (wants(" writev")) assert(writev(file, parts, 2) == 4);
  if (wants("pread ")) assert(pread(file, here, 4, at) == 4);
  if (wants("preadv")) assert(preadv(file, parts, 2, at) == 4);
  if (wants(" read ")) assert(read(file, here, 4) == 4);
  if (wants(" readv")) assert(readv(file, parts, 2) == 4);
  if (wants("ftruncate")) assert(ftruncate(file, at) == 0);
}

void use_bytes() {
  if (wants("loads")) {
    const volatile char seen = bytes[kByte];
    (void)seen;
  } else {
    bytes[kByte] = 1;
  }
}

template <class Use>
void use(Use how) {
  if (!wants("locked")) return how();
  const std::scoped_lock lock(guard);
  how();
}

}  // namespace

int main(int, char** given) {
  words = std::string(" ") + given[1] + " ";
  file = memfd_create("mapped", 0);
  assert(file >= 0 && ftruncate(file, 3 * kPage) == 0);
  bytes = map();
  std::thread other([] { use(use_bytes); });
  use(use_file);
  other.join();
}
