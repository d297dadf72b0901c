// SPDX-License-Identifier: MIT
#include "performer.hpp"

#include <chrono>
#include <mcheck/mcheck.hpp>
#include <mutex>

namespace table {
namespace {

// The object of the model library for a name. Its type follows from its kind.
struct Model {
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
struct Kept {
  void* object = nullptr;
  Kept* older = nullptr;
};
Kept* volatile kept = nullptr;

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
  kept = new Kept{made, kept};
  return made;
}

// One thread, with its registers.
class Performer {
 public:
  Performer(const Program& program, const Block& block, const std::vector<Model>& models)
      : program_(program), block_(block), models_(models) {}

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
        case Word::kIf: at += holds(s) ? s.skip : 0; break;
        case Word::kCheck:
          if (!holds(s)) fail_check(s);
          break;
        case Word::kChoose: put(s, mcheck::choose(static_cast<int>(s.first.number))); break;
        case Word::kFence: mcheck::atomic_thread_fence(s.order); break;
        default: object_word(s, models_[s.object]);
      }
    }
  }

 private:
  [[nodiscard]] Number value(const Value& v) const { return v.reg ? registers_[*v.reg] : v.number; }
  [[nodiscard]] bool holds(const Statement& s) const {
    return (value(s.first) == value(s.second)) != s.unequal;
  }
  void put(const Statement& s, Number result) {
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

  void object_word(const Statement& s, const Model& model) {
    switch (model.kind) {
      case Kind::kAtomic: return atomic_word(s, model.as<Atomic>());
      case Kind::kData: return data_word(s, model.as<Data>());
      case Kind::kMutex: return lock_word(s, model.as<mcheck::mutex>());
      case Kind::kSharedMutex: return shared_lock_word(s, model.as<mcheck::shared_mutex>());
      case Kind::kCondition: return condition_word(s, model.as<mcheck::condition_variable>());
      case Kind::kSemaphore: return semaphore_word(s, model.as<Semaphore>());
      case Kind::kUnknown: break;
    }
  }

  void data_word(const Statement& s, Data& p) {
    if (s.word == Word::kSet) return p.store(value(s.first));
    put(s, p.load());  // kGet
  }

  void semaphore_word(const Statement& s, Semaphore& permits) {
    switch (s.word) {
      case Word::kAcquire: permits.acquire(); break;
      case Word::kRelease: permits.release(); break;
      default: put(s, permits.try_acquire() ? 1 : 0);  // kTryAcquire
    }
  }

  void atomic_word(const Statement& s, Atomic& x) {
    switch (s.word) {
      case Word::kLoad: put(s, x.load(s.order)); break;
      case Word::kStore: x.store(value(s.first), s.order); break;
      case Word::kAdd: put(s, x.fetch_add(value(s.first), s.order)); break;
      case Word::kExchange: put(s, x.exchange(value(s.first), s.order)); break;
      case Word::kCas: {
        Number expected = value(s.first);
        put(s, x.compare_exchange_strong(expected, value(s.second), s.order) ? 1 : 0);
        break;
      }
      default: mcheck::await(x, value(s.first), s.order);  // kAwait
    }
  }

  void condition_word(const Statement& s, mcheck::condition_variable& c) {
    if (s.word == Word::kNotify) return c.notify_one();
    if (s.word == Word::kNotifyAll) return c.notify_all();
    // Ownership of the mutex is checked by the engine.
    std::unique_lock<mcheck::mutex> lock(models_[s.mutex].as<mcheck::mutex>(), std::adopt_lock);
    if (s.word == Word::kWait) {
      c.wait(lock);
    } else {
      const auto status = c.wait_for(lock, std::chrono::seconds(1));  // time is virtual
      put(s, status == mcheck::cv_status::no_timeout ? 1 : 0);
    }
    lock.release();
  }

  void lock_word(const Statement& s, mcheck::mutex& m) {
    switch (s.word) {
      case Word::kLock: m.lock(); break;
      case Word::kUnlock: m.unlock(); break;
      default: put(s, m.try_lock() ? 1 : 0);  // kTryLock
    }
  }

  void shared_lock_word(const Statement& s, mcheck::shared_mutex& m) {
    switch (s.word) {
      case Word::kReadLock: m.lock_shared(); break;
      case Word::kReadUnlock: m.unlock_shared(); break;
      case Word::kLock: m.lock(); break;
      case Word::kUnlock: m.unlock(); break;
      default: put(s, m.try_lock() ? 1 : 0);  // kTryLock
    }
  }

  const Program& program_;
  const Block& block_;
  const std::vector<Model>& models_;
  std::array<Number, kRegisters> registers_{};
};

}  // namespace

void perform(const Program& program) {
  std::vector<Model> models;
  for (const Object& object : program.objects) models.push_back({object.kind, make(object)});
  std::vector<Performer> performers;
  performers.reserve(program.threads.size());
  for (const Block& block : program.threads) performers.emplace_back(program, block, models);
  const Block nothing;
  Performer last(program, program.finally ? *program.finally : nothing, models);
  for (const Performer& each : performers) each.note_registers();
  last.note_registers();
  std::vector<mcheck::thread> threads;
  threads.reserve(performers.size());
  for (const Performer& each : performers) threads.emplace_back(each);
  for (mcheck::thread& thread : threads) thread.join();
  last.run();
}

}  // namespace table
