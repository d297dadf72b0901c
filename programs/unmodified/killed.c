// SPDX-License-Identifier: MIT
// The process is killed, as from outside.
//
// Right form: killed_right.c.
#include <signal.h>

#include "late_set_up.h"

static void fault(void) { raise(SIGKILL); }

int main(void) { return set_up(0); }
