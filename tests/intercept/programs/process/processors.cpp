// SPDX-License-Identifier: MIT
// Queries the number of processors in each way, and prints it.
#include <sys/sysinfo.h>
#include <unistd.h>

#include <cstdio>
#include <thread>

int main() {
  std::printf("%u %ld %ld %d %d\n", std::thread::hardware_concurrency(),
              sysconf(_SC_NPROCESSORS_ONLN), sysconf(_SC_NPROCESSORS_CONF), get_nprocs(),
              get_nprocs_conf());
  return sysconf(_SC_PAGESIZE) == 4096 ? 3 : 4;
}
