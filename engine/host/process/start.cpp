// SPDX-License-Identifier: MIT
#include "engine/host/process/start.hpp"

#include <sys/personality.h>
#include <unistd.h>

#include <cstdio>
#include <string>

#include "engine/host/process/pass_through.hpp"
#include "engine/host/process/session.hpp"
#include "engine/host/process/standalone.hpp"
#include "engine/host/process/stream_buffers.hpp"
#include "engine/runtime/machine/perform.hpp"

namespace mcheck {
namespace {

// With randomised addresses, a program that looks at addresses would not repeat itself. If the
// system does not allow this, it is left as it is.
void disable_address_randomisation(char** argv) {
  const int now = personality(0xffffffff);
  if (now == -1 || (now & ADDR_NO_RANDOMIZE) != 0) return;
  if (personality(static_cast<unsigned>(now) | ADDR_NO_RANDOMIZE) == -1) return;
  if ((personality(0xffffffff) & ADDR_NO_RANDOMIZE) == 0) return;
  execv("/proc/self/exe", argv);
}

}  // namespace

std::string executable_name(const char* word) {
  std::string path(4096, '\0');
  const ssize_t size = readlink("/proc/self/exe", path.data(), path.size());
  path = size > 0 ? path.substr(0, static_cast<std::size_t>(size)) : std::string(word);
  return path.substr(path.rfind('/') + 1);
}

int start_host(int argc, char** argv) {
  disable_address_randomisation(argv);
  if (passes_through()) return run_pass_through(argc, argv);
  keep_stream_buffers_outside();
  const std::string program = executable_name(argc > 0 ? argv[0] : "program");
  const int code =
      called_by_command() ? serve_command(program) : run_standalone(program, argc, argv);
  std::fflush(stdout);
  _exit(code);  // without the destructors of the program's static objects
}

}  // namespace mcheck
