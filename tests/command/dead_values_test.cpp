// SPDX-License-Identifier: MIT
// Which registers the assembler clears, and in which functions it leaves all of them alone.
#include <catch2/catch.hpp>
#include <string>

#include "programs/mcheck/assembler/dead_values.hpp"
#include "programs/mcheck/assembler/register_use.hpp"

namespace mcheck::command::dead_values_test {
namespace {

// A function that has saved rbx and r12, as GCC writes it.
std::string function(const std::string& body, const std::string& directives = "") {
  return "f:\n\t.cfi_startproc\n" + directives +
         "\tpushq\t%r12\n\t.cfi_offset 12, -16\n\tpushq\t%rbx\n\t.cfi_offset 3, -24\n" + body +
         "\tpopq\t%rbx\n\tpopq\t%r12\n\tret\n\t.cfi_endproc\n\t.ident\t\"GCC: (x)\"\n";
}

// What is cleared before each call, as "lock: %ebx" lines.
std::string cleared_in(const std::string& text) {
  const std::string cleared = clear_dead_values(text).value_or(text);
  std::string result;
  std::string registers;
  for (std::size_t at = 0; at < cleared.size();) {
    const std::size_t end = cleared.find('\n', at);
    const std::string line = cleared.substr(at, end - at);
    at = end + 1;
    const std::string name = line.substr(line.rfind('%') == line.npos ? 0 : line.rfind('%'));
    if (line.starts_with("\txorl\t") && line == "\txorl\t" + name + ", " + name) {
      registers += " " + name;
    } else if (line.starts_with("\tcall\t")) {
      if (!registers.empty()) result += line.substr(6) + ":" + registers + "\n";
      registers.clear();
    }
  }
  return result;
}

}  // namespace

TEST_CASE("a register is cleared before the calls after which it is not read") {
  // for (int i = 20; i != 0; --i) { lock(); count = count + 1; unlock(); }
  CHECK(cleared_in(function("\tmovl\t$20, %r12d\n"
                            ".L2:\n"
                            "\tcall\tlock@PLT\n"
                            "\tmovl\tcount(%rip), %eax\n"
                            "\tleal\t1(%rax), %ebx\n"
                            "\tcall\t__tsan_write4@PLT\n"
                            "\tmovl\t%ebx, count(%rip)\n"
                            "\tcall\tunlock@PLT\n"
                            "\tsubl\t$1, %r12d\n"
                            "\tjne\t.L2\n"
                            "\tcall\tend@PLT\n")) ==
        "lock@PLT: %ebx\nunlock@PLT: %ebx\nend@PLT: %ebx %r12d\n");
}

TEST_CASE("the stack below is cleared before calls that may be hooks, and no register changes") {
  const std::string text = "\t.type\tg, @function\n" + function(
                                                           "\tcall\tpthread_mutex_lock@PLT\n"
                                                           "\tcall\tg\n"
                                                           "\tcall\t__tsan_read4@PLT\n");
  const std::string cleared = clear_dead_values(text).value_or("");
  std::string pushes;
  for (int i = 0; i < 8; ++i) pushes += "\tpushq\t$0\n";
  const std::string stack = pushes + "\tleaq\t64(%rsp), %rsp\n";
  CHECK_THAT(cleared, Catch::Contains(stack + "\tcall\tpthread_mutex_lock@PLT\n"));
  CHECK(cleared.find(pushes) == cleared.rfind(pushes));  // once
}

TEST_CASE("a part of a register, or a write that may not happen, keeps its value") {
  for (const char* write : {"movb\t$1, %bl", "movw\t$1, %bx", "cmovne\t%eax, %ebx", "sete\t%bl",
                            "addl\t$1, %ebx", "movq\t(%rbx), %rbx", "xchgq\t%rbx, %rax",
                            "leaq\t8(%rbx,%rax), %rbx", "cvttss2sil\t(%rax), %ebx"}) {
    INFO(write);
    const std::string body = std::string("\tcall\ta\n\t") + write + "\n\tmovq\t%rbx, (%rax)\n";
    CHECK(cleared_in(function(body)) == "a: %r12d\n");
  }
  for (const char* write : {"movl\t$1, %ebx", "movq\t%rax, %rbx", "xorl\t%ebx, %ebx",
                            "movzbl\t(%rax), %ebx", "leaq\t(%rax), %rbx", "movslq\t%eax, %rbx"}) {
    INFO(write);
    const std::string body = std::string("\tcall\ta\n\t") + write + "\n\tmovq\t%rbx, (%rax)\n";
    CHECK(cleared_in(function(body)) == "a: %ebx %r12d\n");
  }
}

TEST_CASE("what a caller has in a register that the function has not saved is not cleared") {
  const std::string throws =
      "f:\n\t.cfi_startproc\n\tcall\tlog\n\tcall\t__cxa_throw@PLT\n\t.cfi_endproc\n"
      "\t.ident\t\"GCC: (x)\"\n";
  CHECK(cleared_in(throws).empty());
  // The same, saved.
  CHECK(cleared_in(function("\tcall\tlog\n\tcall\t__cxa_throw@PLT\n")) == "log: %ebx %r12d\n");
  // Saved on one path only.
  const std::string on_one_path =
      function("\tcall\ta\n\tpopq\t%rbx\n\t.cfi_restore 3\n\tcall\tb\n\tcall\tabort\n");
  CHECK(cleared_in(on_one_path) == "a: %ebx %r12d\nb: %r12d\n");
}

TEST_CASE("a landing pad reads what is in registers at each call") {
  const auto with_table = [](const std::string& pad) {
    return function("\tcall\ta\n\tjmp\t.L3\n.L4:\n\tmovq\t%rbx, %rdi\n.L3:\n",
                    "\t.cfi_lsda 0x1b,.LLSDA1\n") +
           "\t.section\t.gcc_except_table\n.LLSDA1:\n\t.byte\t0xff\n\t.uleb128 .LLSDACSE1-"
           ".LLSDACSB1\n.LLSDACSB1:\n\t.uleb128 .LEHB0-.LFB1\n\t.uleb128 "
           ".LEHE0-.LEHB0\n\t.uleb128 " +
           pad + "\n\t.uleb128 0\n.LLSDACSE1:\n";
  };
  CHECK(cleared_in(with_table(".L4-.LFB1")) == "a: %r12d\n");
  CHECK(cleared_in(with_table("0")) == "a: %ebx %r12d\n");
  CHECK(cleared_in(with_table(".L99-.LFB1")).empty());  // in another part of the function
  CHECK(cleared_in(function("\tcall\ta\n", "\t.cfi_lsda 0x1b,.LLSDA1\n")).empty());
}

TEST_CASE("a jump to a computed or unknown place, and inline assembly, may read all registers") {
  CHECK(cleared_in(function("\tcall\ta\n\tjmp\t*%rax\n")).empty());
  CHECK(cleared_in(function("\tcall\ta\n\tjmp\tf.cold\n")).empty());
  CHECK(cleared_in(function("\tcall\ta\n\tje\tf.cold\n")).empty());
  CHECK(cleared_in(function("\tcall\ta\n#APP\n\tnop\n#NO_APP\n")).empty());
  CHECK(cleared_in(function("\tcall\ta\n\tcall\t*%rbx\n")) == "a: %r12d\n*%rbx: %r12d\n");
}

TEST_CASE("functions that are not understood stay as they are") {
  CHECK_FALSE(cleared_in(function("\tcall\ta\n")).empty());
  // Arguments in preserved registers.
  CHECK(cleared_in(function("\tcall\ta\n\tmovl\t$1, %r12d\n\tcall\tb\n")).empty());
  for (const char* instruction :
       {"call\t_setjmp@PLT", "cpuid", "lock cmpxchg16b\t(%rsi)", "vmovups\t(%rax), %zmm0{%k1}",
        "nop; nop", "call\t.L1", "call\t__x86_indirect_thunk_rbx", "movabsq\t$x@PLTOFF, %rax",
        "call\t*_setjmp@GOTPCREL(%rip)"}) {
    INFO(instruction);
    CHECK(cleared_in(function(std::string("\tcall\ta\n\t") + instruction + "\n")).empty());
  }
  for (const char* line : {"1:\tnop", "  nop", "\t\tjmp 1b"}) {
    INFO(line);
    CHECK(cleared_in(function("\tcall\ta\n" + std::string(line) + "\n")).empty());
  }
  CHECK(cleared_in("#APP\n" + function("\tcall\ta\n") + "#NO_APP\n").empty());
  CHECK(cleared_in(function("\t.cfi_def_cfa 13, 0\n\tcall\ta\n")).empty());
  CHECK(cleared_in(function("\t.cfi_escape 0xf,0x3,0x76,0x58,0x6\n\tcall\ta\n")).empty());
  CHECK(cleared_in("\t.intel_syntax noprefix\n" + function("\tcall\ta\n")).empty());
  CHECK(cleared_in("\t.macro\tx\n\t.endm\n" + function("\tcall\ta\n")).empty());
}

TEST_CASE("of other compilers, only hooks are known to have no arguments in preserved registers") {
  std::string text = function("\tcall\ta\n\tcall\tpthread_join@PLT\n");
  CHECK(cleared_in(text) == "a: %ebx %r12d\npthread_join@PLT: %ebx %r12d\n");
  text = text.substr(0, text.find("\t.ident"));
  CHECK(cleared_in(text) == "pthread_join@PLT: %ebx %r12d\n");
}

TEST_CASE("a function of the file may have the name of one that never returns") {
  const std::string exits = function("\tcall\ta\n\tcall\texit\n\tmovq\t%rbx, (%rax)\n");
  CHECK(cleared_in(exits) == "a: %ebx %r12d\n");
  CHECK(cleared_in("\t.type\texit, @function\n" + exits) == "a: %r12d\nexit: %r12d\n");
}

TEST_CASE("nothing is inserted into a sequence of instructions that the linker recognises") {
  CHECK(cleared_in(function("\tdata16\tleaq\tx@tlsgd(%rip), %rdi\n\t.value\t0x6666\n\trex64\n"
                            "\tcall\t__tls_get_addr@PLT\n"))
            .empty());
  CHECK(cleared_in(function("\tcall\t*__tls_get_addr@GOTPCREL(%rip)\n")).empty());
  CHECK(cleared_in(function("\tcall\t*x@TLSCALL(%rax)\n")).empty());
}

}  // namespace mcheck::command::dead_values_test
