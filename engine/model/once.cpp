// SPDX-License-Identifier: MIT
#include <mcheck/mutex.hpp>

#include "engine/runtime/machine/perform.hpp"

namespace mcheck {
namespace {

constexpr Word kOnceNotDone = 0;
constexpr Word kOnceDone = 2;

ObjectId identify_once(detail::Object& object, bool done) {
  State first;
  first.value = done ? kOnceDone : kOnceNotDone;
  return identify(object, ObjectKind::kOnce, first);
}

}  // namespace

void once_flag::begin() {
  if (on_model_thread()) identify_once(object_, false);
}

once_flag::~once_flag() { retire(object_, false); }

namespace detail {

OnceAttempt::OnceAttempt(once_flag& flag) : flag_(flag), chosen_(!flag.done_outside_) {
  if (!on_model_thread()) return;
  const ObjectId object = identify_once(flag.object_, flag.done_outside_);
  chosen_ = perform({.kind = Kind::kOnceEnter, .object = object}).result == 1;
}

OnceAttempt::~OnceAttempt() {
  if (!chosen_) return;
  if (on_model_thread()) {
    const Kind kind = succeeded_ ? Kind::kOnceDone : Kind::kOnceFail;
    perform({.kind = kind, .object = identify_once(flag_.object_, flag_.done_outside_)});
  } else {
    flag_.done_outside_ = succeeded_;
  }
}

}  // namespace detail
}  // namespace mcheck
