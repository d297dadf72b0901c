// SPDX-License-Identifier: MIT
#include "interpreter.hpp"

#include <chrono>
#include <mcheck/mcheck.hpp>
#include <mutex>

namespace table {
namespace {

// The object of the model library for a name. Its type follows from its kind.
struct ModelObject {
  Kind kind = Kind::kUnknown;
  void* object = nullptr;

  template <class T>
  [[nodiscard]] T& as() const {
    return *static_cast<T*>(object);
  }
};

using Atomic = mcheck::atomic<Number>;
using Data = mcheck::shared<Number>;
using Semaphore = mcheck::counting_semaphore<>;

// Keeps the objects reachable, so that they are no leaks.
struct KeptObject {
  void* object = nullptr;
  KeptObject* older = nullptr;
};
KeptObject* volatile kept_objects = nullptr;

// Never destroyed: a thread may end with a lock held, which is no failure here. mcheck restores the
// memory after the execution.
void* make_object(const Object& object) {
  const char* const name = object.name.c_str();
  switch (object.kind) {
    case Kind::kAtomic: return new Atomic(object.first, name);
    case Kind::kData: return new Data(object.first, name);
    case Kind::kMutex: return new mcheck::mutex(name);
    case Kind::kSharedMutex: return new mcheck::shared_mutex(name);
    case Kind::kCondition: return new mcheck::condition_variable(name);
    case Kind::kSemaphore: return new Semaphore(object.first, name);
    case Kind::kUnknown: break;
  }
  return nullptr;
}

void* make(const Object& object) {
  void* const made = make_object(object);
  kept_objects = new KeptObject{made, kept_objects};
  return made;
}

// One thread, with its registers.
class Interpreter {
 public:
  Interpreter(const Program& program, const Block& block,
              const std::vector<ModelObject>& model_objects)
      : program_(program), block_(block), model_objects_(model_objects) {}

  void operator()() {
    if (block_.named) mcheck::this_thread::set_name(block_.name.c_str());
    run();
  }

  // Lists all registers that are ever assigned, for --final-states.
  void note_registers() const {
    for (std::size_t r = 0; r < kRegisters; ++r) {
      if (block_.assigned[r]) mcheck::note(block_.register_names[r].c_str(), 0);
    }
  }

  void run() {
    for (std::size_t at = 0; at < block_.statements.size(); ++at) {
      const Statement& s = block_.statements[at];
      switch (s.word) {
        case Keyword::kIf: at += holds(s) ? s.skip : 0; break;
        case Keyword::kCheck:
          if (!holds(s)) fail_check(s);
          break;
        case Keyword::kChoose: assign(s, mcheck::choose(static_cast<int>(s.first.number))); break;
        case Keyword::kFence: mcheck::atomic_thread_fence(s.order); break;
        default: run_on_object(s, model_objects_[s.object]);
      }
    }
  }

 private:
  [[nodiscard]] Number value(const Value& v) const { return v.reg ? registers_[*v.reg] : v.number; }
  [[nodiscard]] bool holds(const Statement& s) const {
    return (value(s.first) == value(s.second)) != s.unequal;
  }
  void assign(const Statement& s, Number result) {
    if (!s.target) return;
    registers_[*s.target] = result;
    mcheck::note(block_.register_names[*s.target].c_str(), result);
  }

  // The same text for every value, so that there is one failure.
  void fail_check(const Statement& s) const {
    const std::string right =
        s.second.reg ? "r" + std::to_string(*s.second.reg) : std::to_string(s.second.number);
    const std::string text = program_.file + ":" + std::to_string(s.line) + ": check r" +
                             std::to_string(*s.first.reg) + (s.unequal ? " != " : " == ") + right;
    mcheck::check(false, text.c_str());
  }

  void run_on_object(const Statement& s, const ModelObject& model) {
    switch (model.kind) {
      case Kind::kAtomic: return run_on_atomic(s, model.as<Atomic>());
      case Kind::kData: return run_on_data(s, model.as<Data>());
      case Kind::kMutex: return run_on_mutex(s, model.as<mcheck::mutex>());
      case Kind::kSharedMutex: return run_on_shared_mutex(s, model.as<mcheck::shared_mutex>());
      case Kind::kCondition: return run_on_condition(s, model.as<mcheck::condition_variable>());
      case Kind::kSemaphore: return run_on_semaphore(s, model.as<Semaphore>());
      case Kind::kUnknown: break;
    }
  }

  void run_on_data(const Statement& s, Data& p) {
    if (s.word == Keyword::kSet) return p.store(value(s.first));
    assign(s, p.load());  // kGet
  }

  void run_on_semaphore(const Statement& s, Semaphore& permits) {
    switch (s.word) {
      case Keyword::kAcquire: permits.acquire(); break;
      case Keyword::kRelease: permits.release(); break;
      default: assign(s, permits.try_acquire() ? 1 : 0);  // kTryAcquire
    }
  }

  void run_on_atomic(const Statement& s, Atomic& x) {
    switch (s.word) {
      case Keyword::kLoad: assign(s, x.load(s.order)); break;
      case Keyword::kStore: x.store(value(s.first), s.order); break;
      case Keyword::kAdd: assign(s, x.fetch_add(value(s.first), s.order)); break;
      case Keyword::kExchange: assign(s, x.exchange(value(s.first), s.order)); break;
      case Keyword::kCas: {
        Number expected = value(s.first);
        assign(s, x.compare_exchange_strong(expected, value(s.second), s.order) ? 1 : 0);
        break;
      }
      default: mcheck::await(x, value(s.first), s.order);  // kAwait
    }
  }

  void run_on_condition(const Statement& s, mcheck::condition_variable& c) {
    if (s.word == Keyword::kNotify) return c.notify_one();
    if (s.word == Keyword::kNotifyAll) return c.notify_all();
    // Ownership of the mutex is checked by the engine.
    std::unique_lock<mcheck::mutex> lock(model_objects_[s.mutex].as<mcheck::mutex>(),
                                         std::adopt_lock);
    if (s.word == Keyword::kWait) {
      c.wait(lock);
    } else {
      const auto status = c.wait_for(lock, std::chrono::seconds(1));  // time is virtual
      assign(s, status == mcheck::cv_status::no_timeout ? 1 : 0);
    }
    lock.release();
  }

  void run_on_mutex(const Statement& s, mcheck::mutex& m) {
    switch (s.word) {
      case Keyword::kLock: m.lock(); break;
      case Keyword::kUnlock: m.unlock(); break;
      default: assign(s, m.try_lock() ? 1 : 0);  // kTryLock
    }
  }

  void run_on_shared_mutex(const Statement& s, mcheck::shared_mutex& m) {
    switch (s.word) {
      case Keyword::kReadLock: m.lock_shared(); break;
      case Keyword::kReadUnlock: m.unlock_shared(); break;
      case Keyword::kLock: m.lock(); break;
      case Keyword::kUnlock: m.unlock(); break;
      default: assign(s, m.try_lock() ? 1 : 0);  // kTryLock
    }
  }

  const Program& program_;
  const Block& block_;
  const std::vector<ModelObject>& model_objects_;
  std::array<Number, kRegisters> registers_{};
};

}  // namespace

void interpret(const Program& program) {
  std::vector<ModelObject> model_objects;
  for (const Object& object : program.objects) model_objects.push_back({object.kind, make(object)});
  std::vector<Interpreter> interpreters;
  interpreters.reserve(program.threads.size());
  for (const Block& block : program.threads)
    interpreters.emplace_back(program, block, model_objects);
  const Block nothing;
  Interpreter final_block(program, program.finally ? *program.finally : nothing, model_objects);
  for (const Interpreter& each : interpreters) each.note_registers();
  final_block.note_registers();
  std::vector<mcheck::thread> threads;
  threads.reserve(interpreters.size());
  for (const Interpreter& each : interpreters) threads.emplace_back(each);
  for (mcheck::thread& thread : threads) thread.join();
  final_block.run();
}

}  // namespace table
