// SPDX-License-Identifier: MIT
// Does what the first argument says, while another thread stores. Each case fails if an earlier
// execution has changed kernel state.
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>

namespace {

std::atomic<int> number{0};
volatile sig_atomic_t handled = 0;

char first_byte(int descriptor) {
  char byte = 0;
  assert(read(descriptor, &byte, 1) == 1);
  return byte;
}

void open_a_file() {
  const int descriptor = open("/proc/self/exe", O_RDONLY);
  assert(descriptor < 30 && first_byte(descriptor) == 0x7f);
}

void read_a_stream() {
  std::ifstream stream("/proc/self/exe");
  assert(stream.get() == 0x7f);
}

void use_a_pipe() {
  int ends[2];
  assert(pipe(ends) == 0 && ends[1] < 30 && write(ends[1], "a", 1) == 1);
  assert(first_byte(ends[0]) == 'a');
}

void change_directory() {
  char before[4096];
  assert(getcwd(before, sizeof before) != nullptr && std::string(before) != "/");
  assert(chdir("/") == 0);
}

constexpr int kAll = PROT_READ | PROT_WRITE;

void map_memory(int kind) {
  auto* bytes = static_cast<char*>(mmap(nullptr, 8192, kAll, MAP_ANONYMOUS | kind, -1, 0));
  assert(bytes != MAP_FAILED && bytes[8191] == 0);
  bytes[8191] = 1;
  munmap(bytes, 8192);
}

constexpr std::size_t kPage = 4096;

int file_of(std::size_t pages) {
  const int file = memfd_create("shared", 0);
  assert(file >= 0 && ftruncate(file, static_cast<off_t>(pages * kPage)) == 0);
  return file;
}

char* map(int file, int protection, int kind = MAP_SHARED, std::size_t pages = 1, off_t from = 0) {
  void* const memory = mmap(nullptr, pages * kPage, protection, kind, file, from);
  assert(memory != MAP_FAILED);
  return static_cast<char*>(memory);
}

// Each maps bytes at two addresses at a time if `twice`; else no store is visible at two.
void map_a_file(bool twice) {
  const int file = file_of(1);
  char* const one = map(file, kAll);
  if (!twice) munmap(one, kPage);
  map(file, PROT_READ);
}

void map_two_descriptors(bool twice) {
  const char* const path = "/dev/shm/mcheck_kernel_state_program";
  const int one = open(path, O_RDWR | O_CREAT, 0600);
  const int other = open(path, O_RDWR | O_CREAT, 0600);
  unlink(path);
  assert(one >= 0 && ftruncate(one, kPage) == 0);
  if (other < 0) return;
  char* const first = map(one, kAll);
  if (!twice) munmap(first, kPage);
  struct stat of_one {};
  struct stat of_other {};
  fstat(one, &of_one);
  fstat(other, &of_other);
  map(of_one.st_ino == of_other.st_ino ? other : one, kAll);
}

void map_for_reading(bool twice) {
  const int file = file_of(1);
  char* const one = map(file, PROT_READ);
  map(file, PROT_READ);
  assert(mprotect(one, kPage, twice ? kAll : PROT_READ) == 0);
}

void map_privately(bool twice) {
  const int file = file_of(1);
  map(file, PROT_READ, MAP_PRIVATE);
  map(file, kAll, twice ? MAP_SHARED : MAP_PRIVATE);
}

void map_the_rest(bool twice) {
  const int file = file_of(3);
  munmap(map(file, kAll, MAP_SHARED, 3) + kPage, kPage);
  map(file, kAll, MAP_SHARED, 1, twice ? 2 * kPage : kPage);
}

void move_a_mapping(bool twice) {
  char* const one = map(-1, kAll, MAP_SHARED | MAP_ANONYMOUS);
  void* const other = mremap(one, twice ? 0 : kPage, 2 * kPage, MREMAP_MAYMOVE);
  assert(other != MAP_FAILED);
}

void map_a_moved_file(bool twice) {
  const int file = file_of(2);
  void* const moved = mremap(map(file, kAll), kPage, 2 * kPage, MREMAP_MAYMOVE);
  assert(moved != MAP_FAILED);
  if (!twice) munmap(static_cast<char*>(moved) + kPage, kPage);
  map(file, PROT_READ, MAP_SHARED, 1, kPage);
}

void map_over_a_file(bool twice) {
  const int file = file_of(1);
  char* const one = map(file, kAll);
  const int kind = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED;
  if (!twice) assert(mmap(one, kPage, kAll, kind, -1, 0) == one);
  map(file, kAll);
}

void attach_a_segment(bool twice) {
  const int segment = shmget(IPC_PRIVATE, kPage, 0600);
  void* const one = shmat(segment, nullptr, 0);
  if (!twice) shmdt(one);
  void* const other = shmat(segment, nullptr, SHM_RDONLY);
  shmctl(segment, IPC_RMID, nullptr);
  assert(one != MAP_FAILED && other != MAP_FAILED);
}

void map_by_system_call(bool twice) {
  const int file = file_of(1);
  const long one = syscall(SYS_mmap, nullptr, kPage, kAll, MAP_SHARED, file, 0L);
  if (!twice) syscall(SYS_munmap, one, kPage);
  map(file, kAll);
}

// What came from mcheck's heap moves within it.
void move_memory(bool) {
  char* const old = map(-1, kAll, MAP_PRIVATE | MAP_ANONYMOUS);
  old[0] = 7;
  auto* const moved = static_cast<char*>(mremap(old, kPage, 4 * kPage, MREMAP_MAYMOVE));
  assert(moved != MAP_FAILED && moved[0] == 7 && moved[4 * kPage - 1] == 0);
}

void use_unmapped() {
  char* const memory = map(-1, kAll, MAP_PRIVATE | MAP_ANONYMOUS);
  munmap(memory, kPage);
  memory[10] = 1;
}

void run_mapping_case(const std::string& what) {
  struct MappingCase {
    const char* name;
    void (*map)(bool twice);
  };
  constexpr MappingCase kMappingCases[] = {{"file", map_a_file},
                                           {"descriptors", map_two_descriptors},
                                           {"readers", map_for_reading},
                                           {"private readers", map_privately},
                                           {"rest", map_the_rest},
                                           {"moved", move_a_mapping},
                                           {"moved file", map_a_moved_file},
                                           {"fixed", map_over_a_file},
                                           {"segment", attach_a_segment},
                                           {"system call", map_by_system_call},
                                           {"memory", move_memory}};
  for (const MappingCase& mapping_case : kMappingCases) {
    if (what == mapping_case.name) mapping_case.map(false);
    if (what == mapping_case.name + std::string(" twice")) mapping_case.map(true);
  }
}

void signal_oneself() {
  assert(signal(SIGUSR1, [](int) { handled = 1; }) == SIG_DFL);
  raise(SIGUSR1);
  assert(handled == 1);
}

void crash_with_a_handler() {
  signal(SIGSEGV, [](int) { _exit(0); });
  *reinterpret_cast<volatile int*>(8) = 1;
}

void act(const std::string& what) {
  if (what == "open") open_a_file();
  if (what == "stream") read_a_stream();
  if (what == "pipe") use_a_pipe();
  if (what == "chdir") change_directory();
  if (what == "private") map_memory(MAP_PRIVATE);
  if (what == "shared") map_memory(MAP_SHARED);
  run_mapping_case(what);
  if (what == "unmapped") use_unmapped();
  if (what == "signal") signal_oneself();
  if (what == "sigpipe") signal(SIGPIPE, SIG_IGN);
  if (what == "segv") crash_with_a_handler();
  if (what == "system") assert(std::system("exit 3") == 3 << 8);
  if (what == "poll") assert(poll(nullptr, 0, 120) == 0);
  if (what == "kill") kill(getpid(), SIGKILL);
  if (what == "fork") fork();
}

}  // namespace

int main(int count, char** words) {
  std::thread other([] { number.store(1); });
  if (count > 1) act(words[1]);
  number.store(2);
  other.join();
}
