// SPDX-License-Identifier: MIT
#include "programs/mcheck/debugger.hpp"

namespace mcheck::command {

const char* const kGdbScript = R"PY(
# Commands for gdb: the threads of a program that mcheck replays, and the switches between them.
# Each thread runs on a stack of its own, in one thread of the system; what one that does not run
# has in its registers lies on top of its stack, as Boost.Context leaves it there.
import gdb
import os
import re

MACHINE = "'mcheck::(anonymous namespace)::the_machine'"
SAVED = ("r12", "r13", "r14", "r15", "rbx", "rbp", "rip")
NOT_THE_PROGRAMS = re.compile(r"/engine/|/include/mcheck/|/boost/|/include/c\+\+/|/sysdeps/|/nptl/")
GOING_ON = "continue next nexti step stepi finish until advance jump return run".split()
WORD = gdb.lookup_type("unsigned long")


def machine():
    return gdb.parse_and_eval(MACHINE).dereference()


def execution():
    return machine()["execution_"].dereference()


def elements(vector):
    first, end = (vector["_M_impl"][name] for name in ("_M_start", "_M_finish"))
    return [first[i] for i in range(int(end - first))]


def as_number(value):
    return int(value.cast(WORD))


def word_at(address):
    return int(gdb.Value(address).cast(WORD.pointer()).dereference())


def name_of(thread):
    known = elements(execution()["identities_"].referenced_value()["threads_"])
    path = elements(known[thread]["path"])
    return "T" + ".".join(str(int(nth)) for nth in path) if path else "main"


def records():
    return elements(execution()["threads_"])


def thread_named(name):
    for record in records():
        if name_of(as_number(record["id"])) == name:
            return as_number(record["id"])
    raise gdb.GdbError("there is no thread '%s': mcheck threads" % name)


def steps():
    return len(elements(execution()["events_"]))


def require_machine():
    try:
        started = as_number(gdb.parse_and_eval(MACHINE)) != 0
    except gdb.error:
        started = False
    if not started or as_number(machine()["execution_"]) == 0:
        raise gdb.GdbError("no execution is being replayed: run")


class View:
    """Whose registers gdb sees. Before the program goes on, they are its own again."""

    own = None

    @classmethod
    def saved(cls, thread):
        resident = elements(machine()["resident_of_"])[thread]
        outside = resident["coroutine"]["parts_"]["outside"].address
        stack = word_at(word_at(int(outside.cast(WORD))))
        registers = {name: word_at(stack + 8 + 8 * i) for i, name in enumerate(SAVED)}
        registers["rsp"] = stack + 8 + 8 * len(SAVED)
        return registers

    @classmethod
    def write(cls, registers):
        gdb.newest_frame().select()
        for name, value in registers.items():
            gdb.execute("set $%s = %d" % (name, value), to_string=True)

    @classmethod
    def to(cls, thread):
        cls.back()
        if bool(machine()["inside_"]) and thread == as_number(machine()["thread_"]):
            return
        gdb.newest_frame().select()
        own = {name: as_number(gdb.parse_and_eval("$" + name)) for name in SAVED + ("rsp",)}
        there = cls.saved(thread)
        cls.own = own
        cls.write(there)

    @classmethod
    def back(cls):
        if cls.own is None:
            return
        own, cls.own = cls.own, None
        if gdb.selected_inferior().pid != 0:
            cls.write(own)


def select_frame_of_program():
    frame = gdb.newest_frame()
    while frame is not None:
        symtab = frame.find_sal().symtab
        if symtab is not None and not NOT_THE_PROGRAMS.search(symtab.fullname()):
            frame.select()
            return
        frame = frame.older()
    gdb.newest_frame().select()


def in_thread(thread, command):
    View.to(thread)
    try:
        select_frame_of_program()
        gdb.execute(command)
    finally:
        View.back()
        select_frame_of_program()


class Arrival(gdb.Breakpoint):
    """Where a thread goes on after a switch; there is one for each way to get there."""

    def stop(self):
        armed, Switch.armed = Switch.armed, False
        return armed


class Switch(gdb.Breakpoint):
    """Where the engine lets a thread go on."""

    wanted = "switch"
    armed = False
    last = None
    preemptions = 0
    count = 0
    headline = ""
    places = {}

    def stop(self):
        if bool(machine()["trying_"]):
            return False
        thread = as_number(machine()["thread_"])
        if steps() == 0:
            Switch.last, Switch.preemptions, Switch.count = None, 0, 0
        before, Switch.last = Switch.last, thread
        preemptions = int(execution()["preemptions_"])
        preempts, Switch.preemptions = preemptions > Switch.preemptions, preemptions
        if before is None or before == thread:
            return False
        Switch.count += 1
        if not self.is_wanted(preempts):
            return False
        Switch.headline = "switch %d, step %d: %s%s → %s" % (
            Switch.count, steps(), "▶ " if preempts else "", name_of(before), name_of(thread))
        Switch.armed = True
        place = View.saved(thread)["rip"]
        if place not in Switch.places:
            Switch.places[place] = Arrival("*%d" % place, internal=True)
        return False

    def is_wanted(self, preempts):
        wanted = Switch.wanted
        if wanted.isdigit():
            return steps() >= int(wanted)
        return wanted == "switch" or (wanted == "preemption" and preempts)


class Failing(gdb.Breakpoint):
    """Where the engine is told that a thread has failed."""

    def stop(self):
        kind = str(gdb.newest_frame().read_var("kind"))
        return kind.endswith("kFailed")


def on_stop(event):
    View.own = None
    ours = [b for b in getattr(event, "breakpoints", []) if isinstance(b, (Arrival, Failing))]
    if not ours:
        return
    select_frame_of_program()
    print(Switch.headline if isinstance(ours[0], Arrival) else "the failure")
    gdb.execute("frame")


class Command(gdb.Command):
    """The threads that mcheck replays: mcheck threads, bt, thread, in, next, break."""

    def __init__(self):
        super().__init__("mcheck", gdb.COMMAND_RUNNING, prefix=True)


class Threads(gdb.Command):
    """mcheck threads: the threads of the program, and which one runs."""

    def __init__(self):
        super().__init__("mcheck threads", gdb.COMMAND_STACK)

    def invoke(self, argument, from_tty):
        require_machine()
        for record in records():
            thread = as_number(record["id"])
            mark = "*" if thread == as_number(machine()["thread_"]) else " "
            status = str(record["status"]).split("::k")[-1].lower()
            wants = str(record["pending"]["kind"]).split("::k")[-1].lower()
            ready = status == "ready" and mark == " "
            print("%s %-8s %s" % (mark, name_of(thread), "waits to " + wants if ready else status))


class Backtrace(gdb.Command):
    """mcheck bt [all|THREAD]: the stack of the running thread, of another, or of all."""

    def __init__(self):
        super().__init__("mcheck bt", gdb.COMMAND_STACK)

    def invoke(self, argument, from_tty):
        require_machine()
        name = argument or name_of(as_number(machine()["thread_"]))
        for record in records():
            thread = as_number(record["id"])
            alive = str(record["status"]).endswith("kReady")
            if name != name_of(thread) and not (name == "all" and alive):
                continue
            print("%s:" % name_of(thread))
            in_thread(thread, "backtrace")


class In(gdb.Command):
    """mcheck in THREAD COMMAND: gdb's command in that thread: mcheck in T1 info locals."""

    def __init__(self):
        super().__init__("mcheck in", gdb.COMMAND_STACK)

    def invoke(self, argument, from_tty):
        require_machine()
        name, _, command = argument.partition(" ")
        in_thread(thread_named(name), command or "frame")


class Thread(gdb.Command):
    """mcheck thread THREAD: see that thread's frames, until the program goes on."""

    def __init__(self):
        super().__init__("mcheck thread", gdb.COMMAND_STACK)

    def invoke(self, argument, from_tty):
        require_machine()
        View.to(thread_named(argument))
        select_frame_of_program()
        gdb.execute("frame")


class Next(gdb.Command):
    """mcheck next: go on to the next stop that `mcheck break` has asked for."""

    def __init__(self):
        super().__init__("mcheck next", gdb.COMMAND_RUNNING)

    def invoke(self, argument, from_tty):
        View.back()
        gdb.execute("continue")


class Break(gdb.Command):
    """mcheck break switch|preemption|failure|N: where to stop; N: from step N on."""

    def __init__(self):
        super().__init__("mcheck break", gdb.COMMAND_BREAKPOINTS)

    def invoke(self, argument, from_tty):
        if argument not in ("switch", "preemption", "failure") and not argument.isdigit():
            raise gdb.GdbError("mcheck break switch, preemption, failure, or the number of a step")
        Switch.wanted = argument


for command in (Command, Threads, Backtrace, In, Thread, Next, Break):
    command()
for word in GOING_ON:
    gdb.execute("define hook-%s\npython View.back()\nend" % word)
gdb.execute("set pagination off")
for name in ("SIGALRM", "SIGUSR1", "SIGUSR2"):
    gdb.execute("handle %s nostop noprint pass" % name, to_string=True)
gdb.execute("set breakpoint pending on")
Switch("mcheck::Machine::enter", internal=True)
Failing("mcheck::Machine::end_with", internal=True)
Switch.wanted = os.environ.get("MCHECK_BREAK") or "switch"
gdb.events.stop.connect(on_stop)
)PY";

}  // namespace mcheck::command
