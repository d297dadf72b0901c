// SPDX-License-Identifier: MIT
#include "engine/intercept/examination/interception_check.hpp"

#include <dlfcn.h>

#include <cstdint>
#include <mcheck/explore.hpp>
#include <thread>

#include "engine/base/host_state.hpp"
#include "engine/intercept/examination/redefined_names.hpp"
#include "engine/runtime/machine/perform.hpp"

// NOLINTBEGIN
extern "C" {
int __tsan_atomic32_load(const volatile int* object, int order);
void __tsan_atomic32_store(volatile int* object, int value, int order);
}
// NOLINTEND

namespace mcheck {
namespace {

MCHECK_HOST_STATE unsigned file_count = 0;

// These functions must lead to the executable, which contains the engine. Libraries find them
// through the dynamic linker, and so does this check. No other file of the engine calls the last
// ones: a linker that takes from archives only what is asked for leaves them out.
constexpr const char* kProbedFunctions[] = {"pthread_create",
                                            "pthread_join",
                                            "pthread_mutex_lock",
                                            "pthread_mutex_unlock",
                                            "pthread_cond_wait",
                                            "malloc",
                                            "free",
                                            "exit",
                                            "__assert_fail",
                                            "sem_wait",
                                            "pthread_rwlock_rdlock",
                                            "pthread_barrier_wait"};

bool is_in_executable(const void* address) {
  Dl_info here{};
  Dl_info there{};
  return address != nullptr && dladdr(address, &there) != 0 &&
         dladdr(reinterpret_cast<void*>(&count_instrumented_file), &here) != 0 &&
         here.dli_fbase == there.dli_fbase;
}

// Two threads each read a number and write it back plus one. std::thread starts in the standard
// library, whose calls have to reach the engine, too.
void lost_update() {
  constexpr int kRelaxed = 0;
  volatile int number = 0;
  const auto add_one = [&number] {
    __tsan_atomic32_store(&number, __tsan_atomic32_load(&number, kRelaxed) + 1, kRelaxed);
  };
  std::thread other(add_one);
  add_one();
  other.join();
  if (number != 2) fail(FailureKind::kCheck, "an update was lost");
}

}  // namespace

void count_instrumented_file() { ++file_count; }
unsigned instrumented_file_count() { return file_count; }

std::string interception_failure(Depth depth) {
  for (const char* function : kProbedFunctions) {
    if (is_redefined(function) || is_in_executable(dlsym(RTLD_DEFAULT, function))) continue;
    return std::string(function) + "() does not lead to mcheck, but to the C library";
  }
  if (file_count == 0) return "no file of the program was compiled with -fsanitize=thread";
  if (depth == Depth::kQuick) return "";
  const summary found = explore(lost_update, {.executions = 100});
  return found.verdict == verdict::bug ? "" : "a planted lost update was not found";
}

}  // namespace mcheck
