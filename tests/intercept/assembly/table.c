// SPDX-License-Identifier: MIT
// Each instruction of inline assembly that mcheck supports, in each width, on random operands: a
// hash of registers, flags and memory afterwards. Prints it, or exits with 1 if it differs from the
// argument. Compiled without mcheck, it shows what the processor does.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  uint64_t a, b, c, d, flags, vector;
  uint64_t memory[8];
} Machine;

static void __attribute__((noinline)) nothing(void) {}

// Memory at %rsi, which points at the third word; %rdi is free for addresses.
#define CASE(name, mask, text)                                                                 \
  static void name(Machine* m) {                                                               \
    uint64_t flags = m->flags;                                                                 \
    uint64_t found = 0;                                                                        \
    void* scratch = m;                                                                         \
    nothing();                                                                                 \
    __asm__ __volatile__("movq %[vector], %%xmm7\n\tpush %[flags]\n\tpopfq\n\t" text           \
                         "\n\tpushfq\n\tpopq %[flags]\n\tmovq %%xmm7, %[found]"                \
                         : "+a"(m->a), "+b"(m->b), "+c"(m->c),                                 \
                           "+d"(m->d), [flags] "+r"(flags), [found] "+r"(found), "+D"(scratch) \
                         : "S"(&m->memory[2]), [vector] "r"(m->vector)                         \
                         : "memory", "cc", "xmm7");                                            \
    m->flags = flags & (mask);                                                                 \
    m->vector = found;                                                                         \
  }

#define ALL 0x8d5
#define NO_AUXILIARY 0x8c5
#define CARRY 1

#define WIDTH(w, A, B)                                                                         \
  CASE(xchg_##w, ALL, "xchg" #w " " A ", (%%rsi)")                                             \
  CASE(xchg_back_##w, ALL, "xchg (%%rsi), " B)                                                 \
  CASE(lock_xadd_##w, ALL, "lock; xadd" #w " " A ", 8(%%rsi)")                                 \
  CASE(xadd_##w, ALL, "xadd " A ", (%%rsi)")                                                   \
  CASE(lock_cmpxchg_##w, ALL, "lock cmpxchg" #w " " B ", (%%rsi)")                             \
  CASE(cmpxchg_##w, ALL, "cmpxchg " B ", (%%rsi)")                                             \
  CASE(cmpxchg_same_##w, ALL, "mov (%%rsi), " A "; lock\n\tcmpxchg " B ", (%%rsi); sete %%dl") \
  CASE(lock_add_##w, ALL, "lock add" #w " " A ", (%%rsi)")                                     \
  CASE(lock_sub_##w, ALL, "lock sub" #w " " B ", (%%rsi)")                                     \
  CASE(lock_and_##w, NO_AUXILIARY, "lock and" #w " $0x35, (%%rsi)")                            \
  CASE(lock_or_##w, NO_AUXILIARY, "lock or" #w " " A ", (%%rsi)")                              \
  CASE(lock_xor_##w, NO_AUXILIARY, "lock xor" #w " " A ", (%%rsi)")                            \
  CASE(lock_inc_##w, ALL, "lock inc" #w " (%%rsi)")                                            \
  CASE(lock_dec_##w, ALL, "lock; dec" #w " (%%rsi); sete %%bl")                                \
  CASE(lock_not_##w, ALL, "lock not" #w " (%%rsi)")                                            \
  CASE(lock_neg_##w, ALL, "lock neg" #w " (%%rsi)")                                            \
  CASE(add_##w, ALL, "add" #w " " A ", (%%rsi)")                                               \
  CASE(adc_##w, ALL, "adc" #w " " A ", (%%rsi)")                                               \
  CASE(sbb_##w, ALL, "sbb" #w " $-3, (%%rsi)")                                                 \
  CASE(inc_##w, ALL, "inc" #w " (%%rsi)")                                                      \
  CASE(neg_##w, ALL, "neg" #w " (%%rsi)")                                                      \
  CASE(not_##w, ALL, "not" #w " (%%rsi)")                                                      \
  CASE(shl_##w, CARRY, "shl" #w " $1, (%%rsi)")                                                \
  CASE(ror_##w, CARRY, "ror" #w " $1, (%%rsi)")                                                \
  CASE(store_##w, ALL, "mov" #w " " A ", 16(%%rsi)")                                           \
  CASE(store_number_##w, ALL, "mov" #w " $-2, (%%rsi)")                                        \
  CASE(load_##w, ALL, "mov" #w " -8(%%rsi), " B)                                               \
  CASE(load_add_##w, ALL, "add (%%rsi), " B)                                                   \
  CASE(load_adc_##w, ALL, "adc (%%rsi), " B)                                                   \
  CASE(compare_##w, ALL, "cmp" #w " $5, (%%rsi); setb %%dl")                                   \
  CASE(compare_back_##w, ALL, "cmp (%%rsi), " A)                                               \
  CASE(test_##w, NO_AUXILIARY, "test" #w " " A ", (%%rsi)")                                    \
  CASE(indexed_##w, ALL, "movl $3, %%edi; lock xadd " A ", -8(%%rsi,%%rdi,8)")

#define WIDE(w, A, B)                                                                     \
  CASE(lock_bts_##w, CARRY, "lock bts" #w " $3, (%%rsi)")                                 \
  CASE(lock_btr_##w, CARRY, "lock btr" #w " $5, (%%rsi); setc %%al")                      \
  CASE(lock_btc_##w, CARRY, "lock btc" #w " $9, (%%rsi)")                                 \
  CASE(bts_##w, CARRY, "bts" #w " $11, (%%rsi)")                                          \
  CASE(btr_##w, CARRY, "btr" #w " $12, (%%rsi)")                                          \
  CASE(btc_##w, CARRY, "btc" #w " $13, (%%rsi)")                                          \
  CASE(bt_##w, CARRY, "bt" #w " $14, (%%rsi)")                                            \
  CASE(bts_far_##w, CARRY, "and $0x7f, " A "; sub $0x40, " A "; lock bts " A ", (%%rsi)") \
  CASE(btr_far_##w, CARRY, "and $0x7f, " A "; sub $0x40, " A "; btr " A ", (%%rsi)")      \
  CASE(cmov_##w, ALL, "cmovc (%%rsi), " B)                                                \
  CASE(imul_##w, CARRY, "imul (%%rsi), " B)                                               \
  CASE(bsf_##w, 0x40, "or" #w " $16, (%%rsi); bsf (%%rsi), " B)

WIDTH(b, "%%al", "%%bl")
WIDTH(w, "%%ax", "%%bx")
WIDTH(l, "%%eax", "%%ebx")
WIDTH(q, "%%rax", "%%rbx")
WIDE(w, "%%ax", "%%bx")
WIDE(l, "%%eax", "%%ebx")
WIDE(q, "%%rax", "%%rbx")
CASE(xchg_high, ALL, "xchgb %%ah, (%%rsi)")
CASE(pair8, 0x40, "lock cmpxchg8b (%%rsi)")
CASE(pair8_same, 0x40, "movl (%%rsi), %%eax; movl 4(%%rsi), %%edx; lock; cmpxchg8b (%%rsi)")
CASE(pair16, 0x40, "lock cmpxchg16b (%%rsi)")
CASE(pair16_same, 0x40, "movq (%%rsi), %%rax; movq 8(%%rsi), %%rdx; lock cmpxchg16b (%%rsi)")
CASE(widen_1, ALL, "movzbl (%%rsi), %%eax; movsbq 1(%%rsi), %%rbx")
CASE(widen_2, ALL, "movzwl (%%rsi), %%eax; movswq 2(%%rsi), %%rbx; movsbw (%%rsi), %%cx")
CASE(widen_4, ALL, "movslq 4(%%rsi), %%rax; movzwq 2(%%rsi), %%rbx; movzbw (%%rsi), %%cx")
CASE(set, ALL, "setc (%%rsi); setz 1(%%rsi)")
CASE(on_stack, NO_AUXILIARY,
     "pushq %%rax; xchgq %%rbx, (%%rsp); popq %%rcx; lock orl $0, -4(%%rsp); testl %%eax, %%eax")
CASE(fences, ALL, "mfence; lfence; sfence; pause; rep; nop")
CASE(loop, ALL,
     "movl $3, %%ecx\n1:\tlock; incl (%%rsi)\n\tdecl %%ecx\n\tjnz 1b /* three */ # times")
CASE(string, ALL, "cld; movq %%rsi, %%rdi; movl $2, %%ecx; movb $7, %%al; rep; stosb")
CASE(copy, ALL, "cld; leaq 8(%%rsi), %%rdi; movl $4, %%ecx; rep movsb; leaq -4(%%rsi), %%rsi")

#define NAMES(w)                                                                                  \
  xchg_##w, xchg_back_##w, lock_xadd_##w, xadd_##w, lock_cmpxchg_##w, cmpxchg_##w,                \
      cmpxchg_same_##w, lock_add_##w, lock_sub_##w, lock_and_##w, lock_or_##w, lock_xor_##w,      \
      lock_inc_##w, lock_dec_##w, lock_not_##w, lock_neg_##w, add_##w, adc_##w, sbb_##w, inc_##w, \
      neg_##w, not_##w, shl_##w, ror_##w, store_##w, store_number_##w, load_##w, load_add_##w,    \
      load_adc_##w, compare_##w, compare_back_##w, test_##w, indexed_##w
#define WIDE_NAMES(w)                                                                       \
  lock_bts_##w, lock_btr_##w, lock_btc_##w, bts_##w, btr_##w, btc_##w, bt_##w, bts_far_##w, \
      btr_far_##w, cmov_##w, imul_##w, bsf_##w

static void (*const cases[])(Machine*) = {
    NAMES(b),  NAMES(w), NAMES(l),   NAMES(q), WIDE_NAMES(w), WIDE_NAMES(l), WIDE_NAMES(q),
    xchg_high, pair8,    pair8_same, pair16,   pair16_same,   widen_1,       widen_2,
    widen_4,   set,      on_stack,   fences,   loop,          string,        copy};

static uint64_t state = 88172645463325252u;
static uint64_t draw(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state % 4 == 0 ? state % 16 : state;
}

int main(int count, char** words) {
  const int rounds = count > 2 ? atoi(words[2]) : 20;
  uint64_t sum = 0;
  for (int round = 0; round < rounds; ++round) {
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; ++i) {
      Machine machine __attribute__((aligned(16)));
      uint64_t parts[sizeof machine / 8];
      for (unsigned at = 0; at < sizeof machine / 8; ++at) parts[at] = draw();
      memcpy(&machine, parts, sizeof machine);
      machine.flags = (machine.flags & ALL) | 2;
      cases[i](&machine);
      memcpy(parts, &machine, sizeof machine);
      uint64_t one = 0;
      for (unsigned at = 0; at < sizeof machine / 8; ++at) one = one * 1099511628211u + parts[at];
      sum = sum * 31 + one;
      if (getenv("EACH")) printf("%d %u %llx\n", round, i, (unsigned long long)one);
    }
  }
  char text[32];
  snprintf(text, sizeof text, "%016llx", (unsigned long long)sum);
  puts(text);
  return count > 1 && strcmp(words[1], text) != 0;
}
