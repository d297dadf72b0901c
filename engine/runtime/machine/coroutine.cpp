// SPDX-License-Identifier: MIT
#include "engine/runtime/machine/coroutine.hpp"

#include <pthread.h>

#include <boost/coroutine2/coroutine.hpp>
#include <optional>

#include "engine/base/invariant.hpp"
#include "engine/platform/processor/processor.hpp"
#include "engine/platform/processor/raw_copy.hpp"

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/common_interface_defs.h>
#endif

namespace mcheck {

// AddressSanitizer must be told about every switch of stacks.
struct StackBounds {
  const void* bottom = nullptr;
  std::size_t size = 0;
};

namespace {

using Inside = boost::coroutines2::coroutine<void>::push_type;
using Outside = boost::coroutines2::coroutine<void>::pull_type;

// Program memory in the form in which Boost wants a stack.
struct ExternalStack {
  std::byte* begin;
  std::byte* end;

  boost::context::stack_context allocate() {
    boost::context::stack_context context;
    context.size = static_cast<std::size_t>(end - begin);
    context.sp = end;
    return context;
  }
  void deallocate(boost::context::stack_context&) {}
};

void start_fiber_switch([[maybe_unused]] void** fake_stack,
                        [[maybe_unused]] const StackBounds& stack) {
#if defined(__SANITIZE_ADDRESS__)
  __sanitizer_start_switch_fiber(fake_stack, stack.bottom, stack.size);
#endif
}

void finish_fiber_switch([[maybe_unused]] void* fake_stack) {
#if defined(__SANITIZE_ADDRESS__)
  __sanitizer_finish_switch_fiber(fake_stack, nullptr, nullptr);
#endif
}

[[maybe_unused]] StackBounds own_stack() {
  pthread_attr_t attributes;
  void* bottom = nullptr;
  std::size_t size = 0;
  pthread_getattr_np(pthread_self(), &attributes);
  pthread_attr_getstack(&attributes, &bottom, &size);
  pthread_attr_destroy(&attributes);
  return {bottom, size};
}

}  // namespace

struct Coroutine::Parts {
  StackBounds inside_stack;
  StackBounds outside_stack;
  void* outside_fake_stack = nullptr;
  void (*entry)(void*) = nullptr;
  void* argument = nullptr;
  Coroutine* self = nullptr;
  std::optional<Outside> outside;
};

Coroutine::Coroutine(Parts* parts, std::byte** inside)
    : parts_(parts),
      begin_(static_cast<std::byte*>(const_cast<void*>(parts->inside_stack.bottom))),
      end_(begin_ + parts->inside_stack.size),
      inside_(inside) {}

std::byte* Coroutine::begin_of_stack() const {
  has_used_another_stack_ = true;
  return in_program_memory(begin_) ? region_containing(begin_).stack_begin() : begin_;
}

Coroutine* Coroutine::create(std::byte* begin, std::byte* end, void (*entry)(void*),
                             void* argument) {
  set_sticky_floating_point_flags();
  auto* parts = new Parts;
  parts->inside_stack = {begin, static_cast<std::size_t>(end - begin)};
  if constexpr (kAddressSanitizer) parts->outside_stack = own_stack();
  parts->entry = entry;
  parts->argument = argument;
  start_fiber_switch(&parts->outside_fake_stack, parts->inside_stack);
  parts->outside.emplace(ExternalStack{begin, end}, [parts](Inside& inside) {
    finish_fiber_switch(nullptr);
    start_fiber_switch(nullptr, parts->outside_stack);
    inside();
    finish_fiber_switch(nullptr);
    parts->self->suspend();  // idle
    parts->entry(parts->argument);
    MCHECK_INVARIANT(false, "what runs on a coroutine ends by suspending for good");
  });
  finish_fiber_switch(parts->outside_fake_stack);
  // Boost keeps the saved stack pointer in the first member of the control block that the pull side
  // points to.
  auto* const block = *reinterpret_cast<std::byte***>(&*parts->outside);
  MCHECK_INVARIANT(*block > begin && *block < end,
                   "Boost.Coroutine2 keeps its stack pointer where it did in 1.74");
  parts->self = new Coroutine(parts, block);
  // After this it is idle at the start of the loop: no frame of Boost has to return first.
  parts->self->resume();
  return parts->self;
}

void Coroutine::report_entering() {
  start_fiber_switch(&parts_->outside_fake_stack, parts_->inside_stack);
}

void Coroutine::report_entered() { finish_fiber_switch(nullptr); }

void Coroutine::abandon() { start_fiber_switch(nullptr, parts_->outside_stack); }

void Coroutine::finish_abandon() { finish_fiber_switch(parts_->outside_fake_stack); }

}  // namespace mcheck
