bug: MC001 data race in test main of ./unmodified/spsc_ring, found in execution 1
  data race on `ring.places_[1]` (4 bytes on the stack of main): T2 reads; T1 wrote before, and
  nothing orders them

  T2 reads
    spsc_ring.cpp:29  in std::thread::_State_impl<…>::_M_run()
    spsc_ring.cpp:55  in operator()
  T1 wrote before
    spsc_ring.cpp:22  in std::thread::_State_impl<…>::_M_run()
    spsc_ring.cpp:49  in operator()
  missing: neither holds a lock, and no join, release and acquire or the like leads from one to the
  other

      main                 T1                    T2
      ───────────────────  ────────────────────  ───────────────────────────────
   1  start thread T1                                                             spsc_ring.cpp:51
   2  start thread T2                                                             spsc_ring.cpp:59
      └ then waits for T1                                                         spsc_ring.cpp:60
   3                       load ring.put_: 0                                      spsc_ring.cpp:19
   4                       load ring.taken_: 0                                    spsc_ring.cpp:20
◆  5                       store ring.put_: 0 → 1                                 spsc_ring.cpp:21
   6                       load ring.put_: 1                                      spsc_ring.cpp:19
   7                       load ring.taken_: 0                                    spsc_ring.cpp:20
   8                       store ring.put_: 1 → 2                                 spsc_ring.cpp:21
   9                       load ring.put_: 2                                      spsc_ring.cpp:19
  10                       load ring.taken_: 0                                    spsc_ring.cpp:20
                           └ finished
  11  join T1                                                                     spsc_ring.cpp:60
      └ then waits for T2                                                         spsc_ring.cpp:61
  12                                             load ring.taken_: 0              spsc_ring.cpp:27
◆ 13                                             load ring.put_: 2                spsc_ring.cpp:28
                                                   from T1 (step 8)
  14                                             store ring.taken_: 0 → 1         spsc_ring.cpp:30
  15                                             load ring.taken_: 1              spsc_ring.cpp:27
  16                                             load ring.put_: 2                spsc_ring.cpp:28
                                                 ✗ data race: reads; T1 wrote     spsc_ring.cpp:29
                                                 before at spsc_ring.cpp:22

once step 5 is done, every way to go on fails
◆ in the nearest run that passes, step 13 comes before step 5:
    step 13  T2  load ring.put_   spsc_ring.cpp:28
    step  5  T1  store ring.put_  spsc_ring.cpp:21
  and so, in that run:
    T2    load ring.put_: 0 (here 2)                           spsc_ring.cpp:28
    T2    load ring.taken_: 0 (here store ring.taken_: 0 → 1)  spsc_ring.cpp:27
    main  join T2                                              spsc_ring.cpp:61
shown is the simplest run found: fewest preemptions, then fewest switches, then fewest steps

replay:   mcheck replay ./unmodified/spsc_ring mc1.spsc_ring/main..wcsg.
passing:  mcheck replay ./unmodified/spsc_ring mc1.spsc_ring/main..4vb8.2
explain:  mcheck explain MC001
