bug: MC013 use after free in test main of ./unmodified/aba_stack, found in execution 2,247
  use after free of `Node#1.next` (8 bytes) at the beginning of a block of 8 bytes that main
  allocated: main reads; T2 freed them before; ABA before: T1 exchanges `head` at aba_stack.cpp:39
  for what it had read at aba_stack.cpp:33, but T2 has freed that block meanwhile at
  aba_stack.cpp:58, and T2 has its address again for another one at aba_stack.cpp:24

  main reads
    aba_stack.cpp:48  in take()
    aba_stack.cpp:82  in main
  T2 freed them before
    aba_stack.cpp:58  in free_or_keep(…)
    aba_stack.cpp:73  in operator()
  in 8 bytes that main allocated
    aba_stack.cpp:24  in push()
    aba_stack.cpp:65  in main

      main                  T1                    T2
      ────────────────────  ────────────────────  ──────────────────────────────
   2  allocate a block of 16: a new one                                           aba_stack.cpp:24
   3  load head: 0                                                                aba_stack.cpp:24
   4  compare_exchange head: 0 → Node#1                                           aba_stack.cpp:25
   5  allocate a block of 16: a new one                                           aba_stack.cpp:24
   6  load head: Node#1                                                           aba_stack.cpp:24
   7  compare_exchange head: Node#1 → Node#2                                      aba_stack.cpp:25
   8  allocate a block of 16: a new one                                           aba_stack.cpp:69
   9  allocate a block of 32: a new one                                           aba_stack.cpp:69
  10  start thread T1                                                             aba_stack.cpp:69
  11  allocate a block of 16: a new one                                           aba_stack.cpp:76
  12  allocate a block of 32: a new one                                           aba_stack.cpp:76
  13  start thread T2                                                             aba_stack.cpp:76
      └ then waits for T1                                                         aba_stack.cpp:77
  15                        load head: Node#2                                     aba_stack.cpp:30
  16                        store hazard: 0 → Node#2                              aba_stack.cpp:32
  17                        load head: Node#2                                     aba_stack.cpp:33
  18                        store hazard: Node#2 → 0                              aba_stack.cpp:38
                            ‖ preempted by T2
  20                                              load head: Node#2               aba_stack.cpp:47
  21                                              compare_exchange head: Node#2   aba_stack.cpp:48
                                                  → Node#1
  22                                              load head: Node#1               aba_stack.cpp:47
  23                                              compare_exchange head: Node#1   aba_stack.cpp:48
                                                  → 0
  24                                              load hazard: 0                  aba_stack.cpp:55
                                                    from T1 (step 18)
  25                                              free a block of 16              aba_stack.cpp:58
  26                                              load hazard: 0                  aba_stack.cpp:55
  27                                              free a block of 16              aba_stack.cpp:58
  28                                              allocate a block of 16: one     aba_stack.cpp:24
                                                  that was freed
  29                                              load head: 0                    aba_stack.cpp:24
◆ 30                                              compare_exchange head: 0 →      aba_stack.cpp:25
                                                  Node#2
                                                  └ finished
◆ 34                        compare_exchange head: Node#2 → Node#1                aba_stack.cpp:39
                              from T2 (step 30)
  35                        store hazard: 0 → 0                                   aba_stack.cpp:41
                            └ finished
  39  join T1                                                                     aba_stack.cpp:77
  40  join T2                                                                     aba_stack.cpp:78
  41  free a block of 16                                                          aba_stack.cpp:79
  42  load head: Node#1, from T1 (step 34)                                        aba_stack.cpp:47
      ✗ use after free                                                            aba_stack.cpp:48

‖ preempted: it could have gone on, but the system may stop a thread at any point
  numbers left out: steps that tell nothing here; --full shows them

once step 30 is done, every way to go on fails
◆ in the nearest run that passes, step 34 comes before step 30:
    step 34  T1  compare_exchange head  aba_stack.cpp:39
    step 30  T2  compare_exchange head  aba_stack.cpp:25
  and so, in that run:
    T1    compare_exchange head: is 0, not Node#2 (here Node#2 → Node#1)  aba_stack.cpp:39
    main  load head: Node#2 (here free a block of 16)                     aba_stack.cpp:47
shown is the simplest run found: fewest preemptions, then fewest switches, then fewest steps

replay:   mcheck replay ./unmodified/aba_stack mc1.aba_stack/main.u.k72f.g-8
passing:  mcheck replay ./unmodified/aba_stack mc1.aba_stack/main.u.48ue.g-8-1-0
explain:  mcheck explain MC013
