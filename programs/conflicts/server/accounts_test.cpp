// SPDX-License-Identifier: MIT
#include "accounts.hpp"

#include "testing.hpp"

using namespace server;

SERVER_TEST(accounts_transfer) {
  Accounts accounts;
  accounts.open("ann", 10);
  accounts.open("bob", 5);
  expect(accounts.transfer("ann", "bob", 4), "there is enough");
  expect(!accounts.transfer("ann", "bob", 40), "there is not");
  expect(accounts.balance("ann") == 6 && accounts.balance("bob") == 9, "it has moved");
  expect(accounts.transfers().size() == 1, "and was written down");
}

SERVER_TEST(accounts_transfer_both_ways) {
  Accounts accounts;
  accounts.open("ann", 10);
  accounts.open("bob", 10);
  together(
      {[&] { accounts.transfer("ann", "bob", 3); }, [&] { accounts.transfer("bob", "ann", 5); }});
  expect(accounts.total() == 20, "no money is lost");
  expect(accounts.transfers().size() == 2, "both are written down");
}

SERVER_TEST(accounts_are_opened_meanwhile) {
  Accounts accounts;
  accounts.open("ann", 10);
  accounts.open("bob", 10);
  together({[&] { accounts.open("cid", 1); }, [&] { accounts.transfer("ann", "bob", 1); }});
  expect(accounts.total() == 21, "all three");
}

SERVER_TEST(accounts_that_are_not_there) {
  Accounts accounts;
  accounts.open("ann", 10);
  together({[&] { accounts.transfer("ann", "nobody", 1); },
            [&] { accounts.transfer("nobody", "ann", 1); }});
  expect(accounts.total() == 10, "nothing has moved");
}
