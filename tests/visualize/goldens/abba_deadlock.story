bug: MC004 deadlock in ./abba_deadlock, found in execution 2
  main waits for the end of T1
  T1 waits for `b`, held by T2
  T2 waits for `a`, held by T1
  a circle: T1 → T2 → T1

     main                  T1                    T2
     ────────────────────  ────────────────────  ───────────────────────────
  1  start thread T1                                                          abba_deadlock.cpp:17
  2  start thread T2                                                          abba_deadlock.cpp:21
     └ then waits for T1                                                      abba_deadlock.cpp:22
  3                        lock a                                             abba_deadlock.cpp:15
                           ‖ preempted by T2
◆ 4                                              lock b                       abba_deadlock.cpp:19
     ✗ waits for T1 to finish                                                 abba_deadlock.cpp:22
                           ✗ waits to lock `b`, held by T2                    abba_deadlock.cpp:16
                                                 ✗ waits to lock `a`, held    abba_deadlock.cpp:20
                                                 by T1

‖ preempted: it could have gone on, but the system may stop a thread at any point

once step 4 is done, every way to go on fails
◆ in the nearest run that passes, T1 goes on before step 4:
            T1  lock b  abba_deadlock.cpp:16
    step 4  T2  lock b  abba_deadlock.cpp:19
  and so, in that run:
    T2    lock a   abba_deadlock.cpp:20
    main  join T1  abba_deadlock.cpp:22
shown is the simplest run found: fewest preemptions, then fewest switches, then fewest steps

replay:   mcheck replay ./abba_deadlock mc1.abba_deadlock..qptp.1
passing:  mcheck replay ./abba_deadlock mc1.abba_deadlock..8x7b.3
explain:  mcheck explain MC004
