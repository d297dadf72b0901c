bug: MC021 lost wake-up in ./lost_wakeup, found in execution 2
  main waits for the end of T1
  T1 waits for a notify of `changed`
  the notify_one by main came before T1 waited, and nobody heard it

     main                              T1
     ────────────────────────────────  ─────────────────────────────────
  1  start thread T1                                                      lost_wakeup.cpp:21
     ‖ preempted by T1
  2                                    load ready: 0                      lost_wakeup.cpp:17
                                       ‖ preempted by main
  3  store ready: 0 → 1                                                   lost_wakeup.cpp:22
◆ 4  notify_one changed: nobody waits                                     lost_wakeup.cpp:23
     └ then waits for T1                                                  lost_wakeup.cpp:24
  5                                    lock guard                         lost_wakeup.cpp:18
◆ 6                                    wait changed, unlocking guard      lost_wakeup.cpp:19
     ✗ waits for T1 to finish                                             lost_wakeup.cpp:24
                                       ✗ waits for a notify of `changed`  lost_wakeup.cpp:19

‖ preempted: it could have gone on, but the system may stop a thread at any point

once step 4 is done, every way to go on fails
◆ in the nearest run that passes, step 6 comes before step 4:
    step 6  T1    wait changed        lost_wakeup.cpp:19
    step 4  main  notify_one changed  lost_wakeup.cpp:23
  and so, in that run:
    T1    wake up changed                                   lost_wakeup.cpp:19
    main  notify_one changed: wakes T1 (here nobody waits)  lost_wakeup.cpp:23
    main  join T1                                           lost_wakeup.cpp:24
shown is the simplest run found: fewest preemptions, then fewest switches, then fewest steps

replay:   mcheck replay ./lost_wakeup mc1.lost_wakeup..5kcg.0-0
passing:  mcheck replay ./lost_wakeup mc1.lost_wakeup..pdec.0-0-0-1
explain:  mcheck explain MC021
