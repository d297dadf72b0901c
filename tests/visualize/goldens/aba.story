bug: MC013 use after free in test main of ./unmodified/aba_stack, found in execution 3,493
  use after free of 8 bytes at 0x300021000090 at the beginning of a block of 8 bytes that main
  allocated: main reads; T2 freed them before

  main reads
    aba_stack.cpp:47  in take()
    aba_stack.cpp:81  in main
  T2 freed them before
    aba_stack.cpp:57  in free_or_keep(…)
    aba_stack.cpp:72  in operator()
  in 16 bytes that main allocated
    aba_stack.cpp:23  in push()
    aba_stack.cpp:64  in main

      main                  T1                    T2
      ────────────────────  ────────────────────  ─────────────────────────────
      … push(), 3 steps: head = block#1                                          aba_stack.cpp:64
      … push(), 3 steps: head = block#2                                          aba_stack.cpp:65
   9  allocate a block of 16: a new one                                          aba_stack.cpp:68
  10  allocate a block of 32: a new one                                          aba_stack.cpp:68
  11  start thread T1                                                            aba_stack.cpp:68
  12  allocate a block of 16: a new one                                          aba_stack.cpp:75
  13  allocate a block of 32: a new one                                          aba_stack.cpp:75
  14  start thread T2                                                            aba_stack.cpp:75
      └ waits for T1
  16                        load head: block#2                                   aba_stack.cpp:29
  17                        store hazard: 0 → block#2                            aba_stack.cpp:31
  18                        load head: block#2                                   aba_stack.cpp:32
                            ‖ preempted by T2
  20                                              load head: block#2             aba_stack.cpp:46
  21                                              compare_exchange head:         aba_stack.cpp:47
                                                  block#2 → block#1
  22                                              load head: block#1             aba_stack.cpp:46
  23                                              compare_exchange head:         aba_stack.cpp:47
                                                  block#1 → 0
  24                                              load hazard: block#2           aba_stack.cpp:54
                                                    from T1 (step 17)
  25                                              free a block of 16             aba_stack.cpp:57
                                                  ‖ preempted by T1
  26                        store hazard: block#2 → 0                            aba_stack.cpp:37
                            ‖ preempted by T2
  27                                              load hazard: 0                 aba_stack.cpp:54
                                                    from T1 (step 26)
  28                                              free a block of 16             aba_stack.cpp:57
                                                  … push(), 3 steps: head =      aba_stack.cpp:74
                                                  block#2
                                                  ‖ preempted by T1
  32                        compare_exchange head: block#2 → block#1             aba_stack.cpp:38
                              from T2 (step 31)
  33                        store hazard: 0 → 0                                  aba_stack.cpp:40
  34                        free a block of 16                                   aba_stack.cpp:200
                            └ finished
  37  join T1                                                                    aba_stack.cpp:76
      └ waits for T2
  38                                              free a block of 16             aba_stack.cpp:200
                                                  └ finished
  41  join T2                                                                    aba_stack.cpp:77
  42  free a block of 16                                                         aba_stack.cpp:78
  43  load head: block#1, from T1 (step 32)                                      aba_stack.cpp:46
      ✗ use after free                                                           aba_stack.cpp:47

‖ preempted: the thread could have gone on, but may be stopped anywhere
… steps told together: --full shows each

replay:   mcheck replay ./unmodified/aba_stack mc1.aba_stack/main.u.9dmk.g-6-0-4
explain:  mcheck explain MC013
