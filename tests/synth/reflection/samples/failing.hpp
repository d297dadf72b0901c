// SPDX-License-Identifier: MIT
#pragma once

namespace one {
class account {
 public:
  int balance() const { return 0; }
};
class shape {
 public:
  virtual ~shape() = default;
  virtual int area() const = 0;
  virtual int corners() const = 0;
};
class square : public shape {
 public:
  int corners() const override { return 4; }
};
class closed {
 public:
  int value() const { return 1; }

 private:
  closed() = default;
};
class declared_only;
class silent {
 public:
  silent() = default;

 private:
  int secret() const { return 0; }
};
using number = int;
template <class T>
class only_small {
  static_assert(sizeof(T) <= 4, "T is too large");

 public:
  T get() const { return T(); }
};
template <class K, class V, int Buckets>
class table {
 public:
  int size() const { return Buckets; }
};
}  // namespace one

namespace two {
class account {
 public:
  int balance() const { return 0; }
};
}  // namespace two
