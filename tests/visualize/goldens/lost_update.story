bug: MC002 failed check in ./lost_update, found in execution 2
  check failed: both additions count

     main                 T1                  T2
     ───────────────────  ──────────────────  ────────────────────────────────
  1  start thread T1                                                            lost_update.cpp:17
  2  start thread T2                                                            lost_update.cpp:18
     └ then waits for T1                                                        lost_update.cpp:19
  3                                           load count: 0                     lost_update.cpp:13
                                              ‖ preempted by T1
◆ 4                       load count: 0                                         lost_update.cpp:13
  5                       store count: 0 → 1                                    lost_update.cpp:14
                          └ finished
  6  join T1                                                                    lost_update.cpp:19
     └ then waits for T2                                                        lost_update.cpp:20
◆ 7                                           store count: 1 → 1                lost_update.cpp:14
                                                overwrites T1's value (step 5)
                                              └ finished
  8  join T2                                                                    lost_update.cpp:20
  9  load count: 1, from T2 (step 7)                                            lost_update.cpp:22
     ✗ check failed                                                             lost_update.cpp:22

‖ preempted: it could have gone on, but the system may stop a thread at any point

once step 4 is done, every way to go on fails
◆ in the nearest run that passes, step 7 comes before step 4:
    step 7  T2  store count  lost_update.cpp:14
    step 4  T1  load count   lost_update.cpp:13
  and so, in that run:
    T1    load count: 1 (here 0)           lost_update.cpp:13
    T1    store count: 1 → 2 (here 0 → 1)  lost_update.cpp:14
    T2    store count: 0 → 1 (here 1 → 1)  lost_update.cpp:14
    main  load count: 2 (here 1)           lost_update.cpp:22
shown is the simplest run found: fewest preemptions, then fewest switches, then fewest steps

replay:   mcheck replay ./lost_update mc1.lost_update..2vvc.0-0
passing:  mcheck replay ./lost_update mc1.lost_update..4895.0
explain:  mcheck explain MC002
