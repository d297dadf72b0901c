// SPDX-License-Identifier: MIT
// Compilers register the destructor of a thread_local object with __cxa_thread_atexit. The C
// library keeps its list outside of program memory, so threads of the program keep their own, run
// at the thread's end. (Destructors of statics: process_end.cpp.) The program's main takes over
// what static initialisers created on the real main thread.
#include "engine/runtime/process/thread_end.hpp"

#include <dlfcn.h>

#include "engine/memory/heap/allocation.hpp"
#include "engine/runtime/machine/perform.hpp"

namespace mcheck {
namespace {

struct Destructor {
  void (*destroy)(void*);
  void* object;
  Destructor* next;
};

thread_local Destructor* thread_local_destructors = nullptr;

}  // namespace

void destroy_thread_locals() {
  while (thread_local_destructors != nullptr) {
    Destructor* const newest = thread_local_destructors;
    thread_local_destructors = newest->next;
    newest->destroy(newest->object);
    delete newest;
  }
}

}  // namespace mcheck

// NOLINTBEGIN(bugprone-reserved-identifier)
extern "C" int __cxa_thread_atexit(void (*destroy)(void*), void* object, void* library) {
  if (mcheck::on_model_thread() || mcheck::in_static_initialisation()) {
    mcheck::thread_local_destructors =
        new mcheck::Destructor{destroy, object, mcheck::thread_local_destructors};
    return 0;
  }
  using Register = int (*)(void (*)(void*), void*, void*);
  const auto original = reinterpret_cast<Register>(dlsym(RTLD_NEXT, "__cxa_thread_atexit"));
  return original(destroy, object, library);
}
// NOLINTEND(bugprone-reserved-identifier)
