// SPDX-License-Identifier: MIT
// Handlers are in program memory, those of static initialisers included, so each execution has its
// own. To register one, or to take one, is an operation on the list: threads that register at the
// same time do so in both orders.
#include "engine/runtime/process/process_end.hpp"

#include <dlfcn.h>

#include <cstddef>
#include <cstdio>
#include <utility>

#include "engine/base/host_state.hpp"
#include "engine/memory/heap/allocation.hpp"
#include "engine/runtime/machine/perform.hpp"
#include "engine/runtime/machine/perform_address.hpp"
#include "engine/runtime/process/thread_end.hpp"

// Defined by the linker around the section of the engine's own globals.
extern "C" {
extern std::byte __start_mcheck_host[];  // NOLINT(bugprone-reserved-identifier)
extern std::byte __stop_mcheck_host[];   // NOLINT(bugprone-reserved-identifier)
}

namespace mcheck {
namespace {

struct Handler {
  void (*call)(void*) = nullptr;
  void (*call_with_code)(int, void*) = nullptr;  // on_exit's
  void* argument = nullptr;
  Handler* older = nullptr;
};

struct Handlers {
  Handler* newest = nullptr;
  Word changes = 0;  // so far: the value of the model object that represents the list
};

MCHECK_PROGRAM_STATE Handlers at_exit_handlers;
MCHECK_PROGRAM_STATE Handlers at_quick_exit_handlers;
MCHECK_PROGRAM_STATE int exiting = 0;  // a lock, identified by its address

void update_list(Handlers& handlers) {
  if (!on_model_thread()) {
    ++handlers.changes;
    return;
  }
  const State before{.value = handlers.changes};
  const ObjectId list = identify_address(&handlers, ObjectKind::kAtomic, before, kExitHandlers);
  const Operation change{
      .kind = Kind::kFetch, .object = list, .a = 1, .b = static_cast<Word>(Arithmetic::kAdd)};
  handlers.changes = perform(change).result + 1;
}

// The engine's own globals are constructed among the program's, and outlive them all.
bool is_engine_object(const void* object) {
  const auto* byte = static_cast<const std::byte*>(object);
  return byte >= __start_mcheck_host && byte < __stop_mcheck_host;
}

// A program that was written for mcheck registers nothing here.
bool is_registered_here(const void* argument) {
  return unmodified() && get_current_heap() != nullptr && !is_engine_object(argument);
}

int add_handler(Handlers& handlers, const Handler& handler) {
  auto* newest = new Handler(handler);
  update_list(handlers);
  newest->older = handlers.newest;
  handlers.newest = newest;
  return 0;
}

// A handler may register others: they are called next.
void call_all(Handlers& handlers, int code) {
  for (update_list(handlers); handlers.newest != nullptr; update_list(handlers)) {
    const Handler newest = *handlers.newest;
    delete std::exchange(handlers.newest, newest.older);
    if (newest.call != nullptr) {
      newest.call(newest.argument);
    } else {
      newest.call_with_code(code, newest.argument);
    }
  }
}

}  // namespace

void exit_program(int code) {
  const ObjectId exits = identify_address(&exiting, ObjectKind::kMutex, {}, kEndOfProcess);
  perform({.kind = Kind::kLock, .object = exits, .a = 1});  // a handler may call exit again
  destroy_thread_locals();
  call_all(at_exit_handlers, code);
  std::fflush(nullptr);
  end_program(code);
}

void quick_exit_program(int code) {
  call_all(at_quick_exit_handlers, code);
  end_program(code);
}

void end_program(int code) { end_process(code & 0xff); }

}  // namespace mcheck

// NOLINTBEGIN
extern "C" {

// The destructors of statics, and what atexit registers.
int __cxa_atexit(void (*call)(void*), void* argument, void* library) {
  if (mcheck::is_registered_here(argument)) {
    return mcheck::add_handler(mcheck::at_exit_handlers, {.call = call, .argument = argument});
  }
  if (mcheck::on_model_thread()) return 0;
  using Register = int (*)(void (*)(void*), void*, void*);
  const auto original = reinterpret_cast<Register>(dlsym(RTLD_NEXT, "__cxa_atexit"));
  return original(call, argument, library);
}

int on_exit(void (*call)(int, void*), void* argument) noexcept {
  if (mcheck::is_registered_here(argument)) {
    return mcheck::add_handler(mcheck::at_exit_handlers,
                               {.call_with_code = call, .argument = argument});
  }
  if (mcheck::on_model_thread()) return 0;
  using Register = int (*)(void (*)(int, void*), void*);
  return reinterpret_cast<Register>(dlsym(RTLD_NEXT, "on_exit"))(call, argument);
}

// What at_quick_exit registers.
int __cxa_at_quick_exit(void (*call)(void*), void* library) {
  if (mcheck::is_registered_here(nullptr))
    return mcheck::add_handler(mcheck::at_quick_exit_handlers, {.call = call});
  if (mcheck::on_model_thread()) return 0;
  using Register = int (*)(void (*)(void*), void*);
  return reinterpret_cast<Register>(dlsym(RTLD_NEXT, "__cxa_at_quick_exit"))(call, library);
}
}
// NOLINTEND
