// SPDX-License-Identifier: MIT
// Variables of all kinds, for tests of the reader of debug information. Compiled by the test,
// without a library.
struct Account {
  int id;
  int balance;
};
struct Empty {};
class Guarded : Empty {
 public:
  [[no_unique_address]] Empty none;
  long count;
  Account accounts[2][3];
  static int shared;
};
struct Tail : Guarded {
  char more;
};
union Either {
  int number;
  float fraction;
};
struct Mixed {
  int first;
  Either either;
  struct {
    short inner;
  };
  unsigned one : 1;
  unsigned two : 3;
  const volatile Account* pointer;
};
struct Library {
  int _M_hidden;
  int __too;
  int seen;
};
typedef Account Renamed;
struct Incomplete;

int Guarded::shared = 1;
int plain = 1;
namespace {
[[gnu::used]] Account table[4] = {{1, 2}};
}
Guarded guarded = {};
Tail tail = {};
Mixed mixed = {};
Library library = {};
Renamed renamed = {};
extern Incomplete* incomplete;
Incomplete* incomplete = nullptr;

int main() {
  [[gnu::used]] static Account once = {3, 4};
  return table[0].id + once.id + plain - 5;
}
