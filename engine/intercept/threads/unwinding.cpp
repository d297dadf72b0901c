// SPDX-License-Identifier: MIT
// The end of a thread by its own call: the stack is unwound as by an exception that nothing can
// catch, so that destructors and the cleanup handlers of C run, the innermost first.
//
// C++ code, and C code compiled with -fexceptions, has its handlers where the unwinder finds them.
// Other C code saves its registers in a buffer on its stack (pthread_cleanup_push): when unwinding
// passes that function, it jumps to the buffer, and the code continues with __pthread_unwind_next.
#include <csetjmp>
#include <cstdint>

#include <pthread.h>
#include <unwind.h>

#include "engine/intercept/program/program_call.hpp"
#include "engine/intercept/threads/threads.hpp"
#include "engine/platform/processor/processor.hpp"
#include "engine/runtime/process/thread_end.hpp"

namespace mcheck {
namespace {

thread_local _Unwind_Exception unwind_exception;
thread_local __pthread_unwind_buf_t* innermost_handler = nullptr;

// The link in a buffer to the previous one.
__pthread_unwind_buf_t*& previous_handler(__pthread_unwind_buf_t* handler) {
  return reinterpret_cast<__pthread_unwind_buf_t*&>(handler->__pad[0]);
}

// The stack pointer that the C library has saved in scrambled form.
std::uintptr_t stack_pointer_of(const __pthread_unwind_buf_t* handler) {
  constexpr int kStackPointer = 6;
  return demangled_pointer(
      static_cast<std::uintptr_t>(handler->__cancel_jmp_buf[0].__cancel_jmp_buf[kStackPointer]));
}

[[noreturn]] void finish_thread() {
  destroy_thread_locals();
  if (current_thread() == kMainThread) end_running_thread();
  end_thread();
}

_Unwind_Reason_Code on_frame(int, _Unwind_Action actions, _Unwind_Exception_Class,
                             _Unwind_Exception*, _Unwind_Context* context, void*) {
  const bool at_end = (actions & _UA_END_OF_STACK) != 0;
  __pthread_unwind_buf_t* const handler = innermost_handler;
  if (handler != nullptr && (at_end || stack_pointer_of(handler) <= _Unwind_GetCFA(context))) {
    innermost_handler = previous_handler(handler);
    _longjmp(reinterpret_cast<__jmp_buf_tag*>(handler->__cancel_jmp_buf), 1);
  }
  if (at_end) finish_thread();
  return _URC_NO_REASON;
}

void on_catch(_Unwind_Reason_Code, _Unwind_Exception*) {
  report_misuse("catches the unwinding of a thread that ends, and does not rethrow it");
}

[[noreturn]] void unwind() {
  unwind_exception = {};
  unwind_exception.exception_cleanup = on_catch;
  _Unwind_ForcedUnwind(&unwind_exception, on_frame, nullptr);
  report_misuse("ends a thread where its stack cannot be unwound");
}

// The unwinder initialises itself at its first use, which must not depend on the execution.
[[gnu::constructor]] void prepare_unwinder() {
  _Unwind_Backtrace([](_Unwind_Context*, void*) { return _URC_NO_REASON; }, nullptr);
}

}  // namespace

void exit_thread(void* result) {
  ThreadControl& control = current_control();
  if (!control.at_end) control.result = result;
  control.at_end = true;
  unwind();
}

}  // namespace mcheck

// NOLINTBEGIN
extern "C" {

void __pthread_register_cancel(__pthread_unwind_buf_t* handler) {
  mcheck::previous_handler(handler) = mcheck::innermost_handler;
  mcheck::innermost_handler = handler;
}

void __pthread_unregister_cancel(__pthread_unwind_buf_t* handler) {
  mcheck::innermost_handler = mcheck::previous_handler(handler);
}

void __pthread_register_cancel_defer(__pthread_unwind_buf_t* handler) {
  __pthread_register_cancel(handler);
}

void __pthread_unregister_cancel_restore(__pthread_unwind_buf_t* handler) {
  __pthread_unregister_cancel(handler);
}

__attribute__((noreturn)) void __pthread_unwind_next(__pthread_unwind_buf_t*) { mcheck::unwind(); }
}
// NOLINTEND
