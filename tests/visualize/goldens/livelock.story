bug: MC005 livelock in test main of ./unmodified/livelock, found in execution 3,332
  main and T1 go round for ever, each in its turn: after 6 steps everything is as it was: main's
  try_lock of `right` fails, T1's try_lock of `left` fails

     main                    T1
     ──────────────────────  ─────────────────────
  1  start thread T1                                livelock.c:29
  2  lock left                                      livelock.c:13
     ‖ preempted by T1
  3                          lock right             livelock.c:13
                             ‖ preempted by main
  4  try_lock right: failed                         livelock.c:14
     ‖ preempted by T1
  5                          try_lock left: failed  livelock.c:14
                             ‖ preempted by main
  6  unlock left                                    livelock.c:15
  7  lock left                                      livelock.c:16
     ‖ preempted by T1
  8                          unlock right           livelock.c:15
  9                          lock right             livelock.c:16
                             ✗ livelock

‖ preempted: it could have gone on, but the system may stop a thread at any point

replay:   mcheck replay ./unmodified/livelock mc1.livelock/main.g8.penx.1-0-0-0-1
explain:  mcheck explain MC005
