// SPDX-License-Identifier: MIT
// The same as killed.c, but the worker starts after the set-up.
//
// Wrong form: killed.c.
#include <signal.h>

#include "late_set_up.h"

static void fault(void) { raise(SIGKILL); }

int main(void) { return set_up(1); }
