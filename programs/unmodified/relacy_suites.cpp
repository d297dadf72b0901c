// SPDX-License-Identifier: MIT
// Tests in the style of the Relacy race detector, correct and wrong ones: docs/guide/relacy.md.
#include <mcheck/relacy.hpp>

namespace {

// --- Peterson's lock -----------------------------------------------------------------------------
template <bool kWishesFirst>
struct peterson
    : rl::test_suite<peterson<kWishesFirst>, 2,
                     kWishesFirst ? rl::test_result_success : rl::test_result_data_race> {
  rl::atomic<int> wishes[2];
  rl::atomic<int> turn;
  rl::var<int> data;

  void before() {
    wishes[0]($) = 0;
    wishes[1]($) = 0;
    turn($) = 0;
    data($) = 0;
  }
  void thread(unsigned index) {
    const unsigned other = 1 - index;
    // Wrong in the other order: both may give the turn away before either announces its wish.
    if (kWishesFirst) wishes[index].store(1, rl::memory_order_seq_cst, $);
    turn.store(static_cast<int>(other), rl::memory_order_seq_cst, $);
    if (!kWishesFirst) wishes[index].store(1, rl::memory_order_seq_cst, $);
    rl::linear_backoff pause;
    while (wishes[other]($).load(rl::memory_order_seq_cst) == 1 &&
           turn($).load(rl::memory_order_seq_cst) == static_cast<int>(other)) {
      pause.yield($);
    }
    data($) += 1;
    wishes[index].store(0, rl::memory_order_seq_cst, $);
  }
  void after() { RL_ASSERT(data($) == 2); }
};

// --- a queue for one producer and one consumer
// ----------------------------------------------------
template <rl::memory_order kPublish>
struct spsc_queue : rl::test_suite<spsc_queue<kPublish>, 2> {
  struct node {
    rl::atomic<node*> next{nullptr};
    VAR_T(int) data;
  };
  node stub;
  VAR_T(node*) head;
  VAR_T(node*) tail;

  void before() { VAR(head) = VAR(tail) = &stub; }
  void push(int data) {
    node* const n = RL_NEW node;
    n->VAR(data) = data;
    VAR(head)->next.store(n, kPublish, $);
    VAR(head) = n;
  }
  int pop() {
    node* const next = VAR(tail)->next.load(rl::memory_order_acquire, $);
    if (next == nullptr) return 0;
    if (VAR(tail) != &stub) RL_DELETE(VAR(tail));
    VAR(tail) = next;
    return next->VAR(data);
  }
  void thread(unsigned index) {
    if (index == 0) {
      push(11);
      push(12);
    } else {
      for (int expected = 11; expected <= 12; ++expected) {
        int data = 0;
        while ((data = pop()) == 0) rl::yield(1, $);
        RL_ASSERT(data == expected);
      }
    }
  }
  void after() { RL_DELETE(VAR(tail)); }
};

// --- Treiber's stack
// ------------------------------------------------------------------------------
template <bool kDeletes>
struct treiber
    : rl::test_suite<treiber<kDeletes>, 2,
                     kDeletes ? rl::test_result_access_to_freed_memory : rl::test_result_success> {
  struct node {
    rl::atomic<node*> next{nullptr};
    node* older = nullptr;
  };
  rl::atomic<node*> head;
  rl::atomic<node*> retired;

  void push() {
    node* const n = RL_NEW node;
    node* next = head($).load(rl::memory_order_relaxed);
    do {
      n->next($).store(next, rl::memory_order_relaxed);
    } while (!head($).compare_exchange_weak(next, n, rl::memory_order_release));
  }
  bool pop() {
    node* n = head($).load(rl::memory_order_acquire);
    do {
      if (n == nullptr) return false;
    } while (!head($).compare_exchange_weak(n, n->next($).load(rl::memory_order_relaxed),
                                            rl::memory_order_acquire));
    if (kDeletes) {
      RL_DELETE(n);  // another thread may be about to read its next
    } else {
      n->older = retired.exchange(n, rl::memory_order_acq_rel, $);
    }
    return true;
  }
  void before() {
    head($) = nullptr;
    retired($) = nullptr;
    push();
    push();
  }
  void thread(unsigned) { pop(); }
  void after() {
    while (pop()) {
    }
    for (node* n = retired($); n != nullptr;) RL_DELETE(std::exchange(n, n->older));
  }
};

// --- a condition variable
// -------------------------------------------------------------------------
template <bool kUnderLock>
struct handover : rl::test_suite<handover<kUnderLock>, 2,
                                 kUnderLock ? rl::test_result_success : rl::test_result_deadlock> {
  rl::mutex guard;
  rl::condition_variable changed;
  rl::atomic<int> ready;

  void before() { ready($) = 0; }
  void thread(unsigned index) {
    if (index == 0) {
      if (kUnderLock) guard.lock($);
      ready($) = 1;
      changed.notify_one($);
      if (kUnderLock) guard.unlock($);
    } else {
      rl::unique_lock<rl::mutex> lock(guard, $);
      while (ready($) == 0) changed.wait(lock, $);
    }
  }
};

// --- an invariant of two variables
// ----------------------------------------------------------------
template <bool kTakesFirst>
struct account : rl::test_suite<account<kTakesFirst>, 2,
                                kTakesFirst ? rl::test_result_success
                                            : rl::test_result_user_invariant_failed> {
  rl::atomic<int> mine;
  rl::atomic<int> yours;

  void before() {
    mine($) = 1;
    yours($) = 1;
  }
  void thread(unsigned index) {
    rl::atomic<int>& from = index == 0 ? mine : yours;
    rl::atomic<int>& to = index == 0 ? yours : mine;
    if (kTakesFirst) from($)--;
    to($)++;
    if (!kTakesFirst) from($)--;
  }
  void invariant() { RL_INVARIANT(mine($) + yours($) <= 2); }
};

// --- threads of its own, and what they wait with
// --------------------------------------------------
struct dynamic : rl::test_suite<dynamic, 1> {
  rl::generic_event begun;
  rl::semaphore<dynamic> done;
  TLS_T(unsigned) own;
  rl::var<unsigned> sum;

  void before() {
    begun.init(true, false, $);
    done.init(false, 0, 2, $);
    sum($) = 0;
  }
  void work() {
    begun.wait(false, false, $);
    VAR(own) = rl::thread_index();
    RL_ASSERT(VAR(own) == 1 || VAR(own) == 2);
    done.signal($);
  }
  void thread(unsigned) {
    rl::thread first([this] { work(); }, $);
    rl::dyn_thread second;
    second.start([](void* self) -> void* { return static_cast<dynamic*>(self)->work(), nullptr; },
                 this);
    RL_ASSERT(VAR(own) == 0);
    begun.set($);
    done.wait(false, false, $);
    done.wait(false, false, $);
    first.join($);
    second.join();
  }
};

// mcheck tries each number that rl::rand() may return.
struct chance : rl::test_suite<chance, 1, rl::test_result_user_assert_failed> {
  void thread(unsigned) { RL_ASSERT(rl::rand(3) != 2); }
};

rl::atomic<int> counter;
void adds_twice() {
  counter($) = 0;
  rl::thread other([] { counter.fetch_add(1, rl::memory_order_relaxed, $); }, $);
  counter.fetch_add(1, $);
  other.join($);
  RL_ASSERT(counter($) == 2);
}

}  // namespace

int main() {
  rl::test_params bounded;
  bounded.search_type = rl::fair_context_bound_scheduler_type;
  bounded.context_bound = 1;
  rl::test_params drawn;
  drawn.search_type = rl::random_scheduler_type;
  drawn.iteration_count = 50;

  rl::simulate_f all[] = {&rl::simulate<peterson<true>>,
                          &rl::simulate<peterson<false>>,
                          &rl::simulate<spsc_queue<rl::memory_order_release>>,
                          &rl::simulate<spsc_queue<rl::memory_order_relaxed>>,
                          &rl::simulate<treiber<false>>,
                          &rl::simulate<treiber<true>>,
                          &rl::simulate<account<true>>,
                          &rl::simulate<account<false>>,
                          &rl::simulate<dynamic>,
                          &rl::simulate<chance>};
  for (const rl::simulate_f simulate : all) {
    rl::test_params params;
    if (!simulate(params)) return 1;
  }
  const bool ok = rl::simulate<handover<true>>(bounded) && rl::simulate<handover<false>>(drawn) &&
                  rl::execute<adds_twice, 2>();
  return ok ? 0 : 1;
}
