// SPDX-License-Identifier: MIT
// A stop state consists of three objects: an atomic flag, an atomic count of sources, and a mutex
// that guards the list of callbacks and the setting of the flag. What the mutex guards is plain
// data here.
//
// Each object has a plain copy of its value, for the time before the engine knows the object and
// for places where no model thread runs.
#include <mcheck/detail/stopping.hpp>

#include <mcheck/detail/locks.hpp>
#include <mcheck/detail/threads.hpp>

#include "engine/runtime/machine/perform.hpp"

namespace mcheck::detail {
namespace {

State starting_with(Word value) {
  State first;
  first.value = value;
  return first;
}

}  // namespace

class StopState {
 public:
  StopState() {
    if (!on_model_thread()) return;
    begin_lock(guard_, LockKind::kPlain);
    identify_flag();
    identify_sources();
  }
  StopState(const StopState&) = delete;
  StopState& operator=(const StopState&) = delete;
  ~StopState() {
    end_lock(guard_);
    retire(flag_, false);
    retire(sources_object_, false);
  }

  void change_sources(Arithmetic arithmetic);
  [[nodiscard]] bool requested();
  [[nodiscard]] bool possible();
  [[nodiscard]] bool request();
  // False, and not registered, if stop has been requested.
  [[nodiscard]] bool add(StopCallbackBase& callback);
  void remove(StopCallbackBase& callback);

  unsigned handles = 1;

 private:
  void lock() { detail::lock(guard_, LockKind::kPlain); }
  void unlock() { detail::unlock(guard_, LockKind::kPlain); }
  ObjectId identify_flag() {
    return identify(flag_, ObjectKind::kAtomic, starting_with(requested_));
  }
  ObjectId identify_sources() {
    return identify(sources_object_, ObjectKind::kAtomic, starting_with(sources_));
  }
  static ObjectId identify_event(StopCallbackBase& callback) {
    return identify(callback.called_, ObjectKind::kEvent, {});
  }
  Word load(ObjectId object) {
    return perform({.kind = Kind::kLoad, .order = MemoryOrder::kAcquire, .object = object}).result;
  }
  void unlink(StopCallbackBase& callback);
  void call_first();

  Object guard_{"stop callbacks"};
  Object flag_{"stop requested"};
  Object sources_object_{"stop sources"};
  bool requested_ = false;
  Word sources_ = 1;
  StopCallbackBase* first_ = nullptr;
  StopCallbackBase* running_callback_ = nullptr;
  ThreadNumber caller_ = 0;
};

void StopState::change_sources(Arithmetic arithmetic) {
  if (on_model_thread()) {
    perform({.kind = Kind::kFetch,
             .order = MemoryOrder::kAcqRel,
             .object = identify_sources(),
             .a = 1,
             .b = static_cast<Word>(arithmetic)});
  }
  arithmetic == Arithmetic::kAdd ? ++sources_ : --sources_;
}

bool StopState::requested() { return on_model_thread() ? load(identify_flag()) != 0 : requested_; }

bool StopState::possible() {
  return requested() || (on_model_thread() ? load(identify_sources()) : sources_) != 0;
}

bool StopState::request() {
  lock();
  const bool first_request = !requested_;
  if (first_request) {
    if (on_model_thread()) {
      const ObjectId flag = identify_flag();
      perform({.kind = Kind::kStore, .order = MemoryOrder::kRelease, .object = flag, .a = 1});
    }
    requested_ = true;
    while (first_ != nullptr) call_first();
  }
  unlock();
  return first_request;
}

// REQUIRES: locked. It is locked again afterwards.
void StopState::call_first() {
  StopCallbackBase& callback = *first_;
  unlink(callback);
  bool ended_in_call = false;
  callback.ended_in_call_ = &ended_in_call;
  running_callback_ = &callback;
  caller_ = running_thread();
  unlock();
  callback.call();
  // From here on another thread's detach() may destroy the callback.
  if (!ended_in_call && on_model_thread()) {
    perform({.kind = Kind::kEventSet, .object = identify_event(callback)});
  }
  lock();
  running_callback_ = nullptr;
}

bool StopState::add(StopCallbackBase& callback) {
  lock();
  const bool registered = !requested_;
  if (registered) {
    if (on_model_thread()) identify_event(callback);
    callback.next_ = first_;
    if (first_ != nullptr) first_->previous_ = &callback;
    first_ = &callback;
  }
  unlock();
  return registered;
}

void StopState::unlink(StopCallbackBase& callback) {
  if (callback.next_ != nullptr) callback.next_->previous_ = callback.previous_;
  (callback.previous_ == nullptr ? first_ : callback.previous_->next_) = callback.next_;
  callback.next_ = callback.previous_ = nullptr;
}

void StopState::remove(StopCallbackBase& callback) {
  lock();
  const bool listed = first_ == &callback || callback.previous_ != nullptr;
  const bool is_running = running_callback_ == &callback;
  if (listed) unlink(callback);
  unlock();
  if (!is_running) return;
  if (caller_ == running_thread()) {
    *callback.ended_in_call_ = true;
  } else if (on_model_thread()) {
    perform({.kind = Kind::kEventWait, .object = identify_event(callback)});
  }
}

StopHandle::StopHandle(const StopHandle& other) noexcept : state_(other.state_) {
  if (state_ != nullptr) ++state_->handles;
}

StopHandle::~StopHandle() {
  if (state_ != nullptr && --state_->handles == 0) delete state_;
}

StopHandle StopHandle::create() {
  StopHandle handle;
  handle.state_ = new StopState;
  return handle;
}

void StopHandle::add_source() const { state_->change_sources(Arithmetic::kAdd); }
void StopHandle::drop_source() const { state_->change_sources(Arithmetic::kSubtract); }
bool StopHandle::requested() const { return state_->requested(); }
bool StopHandle::possible() const { return state_->possible(); }

bool StopHandle::request() const {
  const StopHandle keep = *this;  // a callback may destroy the last source
  return keep.state_->request();
}

void StopCallbackBase::attach(StopHandle state) {
  if (!state) return;
  state_ = std::move(state);
  if (state_.state_->add(*this)) return;
  state_ = {};
  call();
}

void StopCallbackBase::detach() {
  if (!state_) return;
  state_.state_->remove(*this);
  retire(called_, false);
}

}  // namespace mcheck::detail
