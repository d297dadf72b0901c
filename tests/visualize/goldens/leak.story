bug: MC017 memory leak in test main of ./unmodified/leak, found in execution 2
  leak of a block of 64 bytes that main allocated: nothing points to it any more, and nobody has
  freed it
  allocated at leak.c:20 in main

     main                 T1                  T2
     ───────────────────  ──────────────────  ────────────────────────────────
  1  start thread T1                                                            leak.c:22
  2  start thread T2                                                            leak.c:23
     └ then waits for T1                                                        leak.c:24
  3                                           load users: 2                     leak.c:13
                                              ‖ preempted by T1
◆ 4                       load users: 2                                         leak.c:13
  5                       store users: 2 → 1                                    leak.c:14
                          └ finished
  6  join T1                                                                    leak.c:24
     └ then waits for T2                                                        leak.c:25
◆ 7                                           store users: 1 → 1                leak.c:14
                                                overwrites T1's value (step 5)
                                              └ finished
  8  join T2                                                                    leak.c:25
     ✗ memory leak

‖ preempted: it could have gone on, but the system may stop a thread at any point
  numbers left out: steps that tell nothing here; --full shows them

once step 4 is done, every way to go on fails
◆ in the nearest run that passes, step 7 comes before step 4:
    step 7  T2  store users  leak.c:14
    step 4  T1  load users   leak.c:13
  and so, in that run:
    T1  load users: 1 (here 2)           leak.c:13
    T1  store users: 1 → 0 (here 2 → 1)  leak.c:14
    T2  store users: 2 → 1 (here 1 → 1)  leak.c:14
shown is the simplest run found: fewest preemptions, then fewest switches, then fewest steps

replay:   mcheck replay ./unmodified/leak mc1.leak/main..gjrq.0-0
passing:  mcheck replay ./unmodified/leak mc1.leak/main..zm9w.0
explain:  mcheck explain MC017
