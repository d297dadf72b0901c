// SPDX-License-Identifier: MIT
// Interceptors of functions by which code ends itself: std::terminate, assert, exit and the like.
// On a thread of the program each is a failure of this execution, and the process continues.
#include "engine/runtime/process/exit_interceptors.hpp"

#include <cxxabi.h>
#include <dlfcn.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <typeinfo>

#include "engine/memory/heap/allocation.hpp"
#include "engine/runtime/machine/perform.hpp"
#include "engine/runtime/process/process_end.hpp"

namespace mcheck {
namespace {

std::string demangled(const char* name) {
  int status = 0;
  char* text = abi::__cxa_demangle(name, nullptr, nullptr, &status);
  std::string result = status == 0 ? text : name;
  std::free(text);
  return result;
}

// The uncaught exception: its type and, if it has one, its text.
std::string uncaught_exception_text() {
  const std::type_info* type = abi::__cxa_current_exception_type();
  if (type == nullptr) return "std::terminate was called";
  std::string text = "uncaught exception " + demangled(type->name());
  try {
    throw;
  } catch (const std::exception& exception) {
    text += ": " + std::string(exception.what());
  } catch (const char* message) {
    text += ": " + std::string(message);
  } catch (const std::string& message) {
    text += ": " + message;
  } catch (int number) {
    text += ": " + std::to_string(number);
  } catch (...) {
  }
  return text;
}

void on_terminate() {
  if (!on_model_thread()) std::abort();
  const EngineAllocationScope engine_at_work;
  fail(FailureKind::kException, uncaught_exception_text());
}

// Called by exit() and the like, which must not end a search.
void report_exit(const char* how, int code, void (*end)(int)) {
  if (!on_model_thread()) return;
  if (unmodified()) end(code);
  const EngineAllocationScope engine_at_work;
  fail(FailureKind::kExit,
       "the program ended the process with " + std::string(how) + "(" + std::to_string(code) + ")");
}

[[noreturn]] void call_original(const char* function, int code) {
  using Exit = void (*)(int);
  reinterpret_cast<Exit>(dlsym(RTLD_NEXT, function))(code);
  __builtin_unreachable();
}

}  // namespace

void install_terminate_handler() { std::set_terminate(on_terminate); }

}  // namespace mcheck

// NOLINTBEGIN
extern "C" {

__attribute__((noreturn)) void __assert_fail(const char* assertion, const char* file, unsigned line,
                                             const char* function) noexcept {
  if (mcheck::on_model_thread()) {
    const mcheck::EngineAllocationScope engine_at_work;
    mcheck::fail(mcheck::FailureKind::kAssertion,
                 "assertion `" + std::string(assertion) + "` failed in " + function);
  }
  std::fprintf(stderr, "%s:%u: %s: assertion `%s` failed\n", file, line, function, assertion);
  std::abort();
}

__attribute__((noreturn)) void exit(int code) noexcept {
  mcheck::report_exit("exit", code, mcheck::exit_program);
  mcheck::call_original("exit", code);
}
__attribute__((noreturn)) void quick_exit(int code) noexcept {
  mcheck::report_exit("quick_exit", code, mcheck::quick_exit_program);
  mcheck::call_original("quick_exit", code);
}
__attribute__((noreturn)) void _exit(int code) {
  mcheck::report_exit("_exit", code, mcheck::end_program);
  for (;;) syscall(SYS_exit_group, code);
}
__attribute__((noreturn)) void _Exit(int code) noexcept {
  mcheck::report_exit("_Exit", code, mcheck::end_program);
  for (;;) syscall(SYS_exit_group, code);
}

// std::thread, std::async and all else that starts a real thread. engine/intercept defines another
// one for unmodified programs.
__attribute__((weak)) int pthread_create(pthread_t* thread, const pthread_attr_t* attributes,
                                         void* (*body)(void*), void* argument) noexcept {
  if (mcheck::on_model_thread()) {
    mcheck::fail(
        mcheck::FailureKind::kMisuse,
        "starts a real thread (std::thread, std::async or a library's), whose steps cannot "
        "be observed or ordered: write mcheck::thread or mcheck::async");
  }
  using Create = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  return reinterpret_cast<Create>(dlsym(RTLD_NEXT, "pthread_create"))(thread, attributes, body,
                                                                      argument);
}

pid_t fork() noexcept {
  if (mcheck::on_model_thread() && !mcheck::passes_through()) {
    mcheck::fail(mcheck::FailureKind::kMisuse,
                 "calls fork(): another process cannot be restored by a search");
  }
  using Fork = pid_t (*)();
  return reinterpret_cast<Fork>(dlsym(RTLD_NEXT, "fork"))();
}
}
// NOLINTEND
