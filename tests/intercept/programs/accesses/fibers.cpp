// SPDX-License-Identifier: MIT
// Two threads that each run fibers, on stacks that the program allocates. The argument says how:
// stacks by "malloc", "mmap" or with a "guard" page; a switch by "ucontext" or by "hand". And what:
// fibers run one after another on one stack ("again"), lend a local variable to a thread ("lends"),
// continue in another thread ("moves"), spin ("polls"), or forget a lock ("races").
#include <sys/mman.h>
#include <ucontext.h>

#include <atomic>
#include <cassert>
#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <string>
#include <thread>

// Saves the callee-saved registers on the stack that it leaves, and the stack pointer in *from.
extern "C" void switch_fiber(void** from, void* to);
asm("switch_fiber:\n"
    "  push %rbp\n push %rbx\n push %r12\n push %r13\n push %r14\n push %r15\n"
    "  mov %rsp, (%rdi)\n mov %rsi, %rsp\n"
    "  pop %r15\n pop %r14\n pop %r13\n pop %r12\n pop %rbx\n pop %rbp\n"
    "  ret\n");

namespace {

constexpr std::size_t kSize = 64 << 10;
constexpr std::size_t kPage = 4096;
std::string words;
std::mutex guard;
int total = 0;
std::atomic<int> begun = 0;

bool wants(const char* word) { return words.find(word) != std::string::npos; }

char* map(std::size_t size) {
  constexpr int kKind = MAP_PRIVATE | MAP_ANONYMOUS;
  void* const memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, kKind, -1, 0);
  assert(memory != MAP_FAILED);
  return static_cast<char*>(memory);
}

class Fiber {
 public:
  explicit Fiber(void (*run)(Fiber&)) : run_(run) {
    if (wants("malloc")) stack_ = static_cast<char*>(std::malloc(kSize));
    if (wants("mmap")) stack_ = map(kSize);
    if (wants("guard")) {
      char* const pages = map(kSize + kPage);
      assert(mprotect(pages, kPage, PROT_NONE) == 0);
      stack_ = pages + kPage;
    }
    begin();
  }
  ~Fiber() {
    if (wants("malloc")) std::free(stack_);
    if (wants("mmap")) munmap(stack_, kSize);
    if (wants("guard")) munmap(stack_ - kPage, kSize + kPage);
  }
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;

  // It starts from the beginning when it is resumed.
  void begin() {
    done_ = false;
    if (wants("hand")) {
      auto** top = reinterpret_cast<void**>(stack_ + kSize) - 10;
      for (int i = 0; i < 10; ++i) top[i] = nullptr;
      top[6] = reinterpret_cast<void*>(enter);
      inside_pointer_ = top;
      return;
    }
    getcontext(&inside_);
    inside_.uc_stack.ss_sp = stack_;
    inside_.uc_stack.ss_size = kSize;
    makecontext(&inside_, enter, 0);
  }
  void resume() {
    Fiber* const before = current;
    current = this;
    wants("hand") ? switch_fiber(&outside_pointer_, inside_pointer_)
                  : static_cast<void>(swapcontext(&outside_, &inside_));
    current = before;
  }
  void suspend() {
    wants("hand") ? switch_fiber(&inside_pointer_, outside_pointer_)
                  : static_cast<void>(swapcontext(&inside_, &outside_));
  }
  void finish() {
    while (!done_) resume();
  }

 private:
  static void enter() {
    Fiber* const self = current;
    self->run_(*self);
    self->done_ = true;
    self->suspend();
    std::abort();
  }

  static thread_local Fiber* current;
  void (*run_)(Fiber&);
  char* stack_ = nullptr;
  void* inside_pointer_ = nullptr;
  void* outside_pointer_ = nullptr;
  ucontext_t inside_{};
  ucontext_t outside_{};
  bool done_ = false;
};
thread_local Fiber* Fiber::current = nullptr;

[[gnu::noinline]] int go_deep(Fiber& fiber, int depth) {
  volatile int locals[8];
  for (int i = 0; i < 8; ++i) locals[i] = depth + i;
  if (depth > 0) go_deep(fiber, depth - 1);
  if (depth == 1) fiber.suspend();
  return locals[3];
}

void lend_a_local() {
  std::atomic<int> shared = 0;
  int written = 0;
  std::thread other([&] {
    shared += 1;
    written = 1;
  });
  shared += 1;
  other.join();
  assert(shared == 2 && written == 1);
}

void work(Fiber& fiber) {
  go_deep(fiber, 3);
  if (wants("races")) {
    total += 1;
  } else {
    const std::scoped_lock lock(guard);
    total += 1;
  }
  fiber.suspend();
  if (wants("lends")) lend_a_local();
  if (wants("polls")) {
    begun += 1;
    while (begun < 2) {
    }
  }
  go_deep(fiber, 4);
}

void run_fibers() {
  Fiber one(work);
  one.finish();
  if (!wants("again")) return;
  one.begin();
  one.finish();
  Fiber left(work);
  left.resume();
}

void move_between_threads() {
  Fiber fiber(work);
  std::mutex own;
  const auto resume = [&] {
    const std::scoped_lock lock(own);
    fiber.resume();
  };
  std::thread other(resume);
  resume();
  other.join();
  fiber.finish();
}

}  // namespace

int main(int, char** given) {
  words = given[1];
  if (wants("moves")) return move_between_threads(), 0;
  std::thread other(run_fibers);
  run_fibers();
  other.join();
}
