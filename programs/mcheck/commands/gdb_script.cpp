// SPDX-License-Identifier: MIT
#include "programs/mcheck/commands/debugger.hpp"

namespace mcheck::command {

const char* const kGdbScript = R"PY(
# Commands for gdb: the threads of a program that mcheck replays, and the switches between them.
# All threads run in one system thread, each on its own stack. The registers of a suspended thread
# are on top of its stack, as Boost.Context stores them.
import gdb
import os
import re

SAVED = ("r12", "r13", "r14", "r15", "rbx", "rbp", "rip")
NOT_PROGRAM_FILES = re.compile(
    r"/engine/(base|host|intercept|model|platform|runtime|search|trace|memory)/|/include/mcheck/"
    r"|/boost/|/include/c\+\+/|/sysdeps/|/nptl/")
LIBRARY = re.compile(r"(std|mcheck|boost|__gnu_cxx)::|__")
RESUMING = "continue next nexti step stepi finish until advance jump return run".split()
PLACE_BITS = 32  # offset within a thread's region; the other bits select the region


# Bytes, and not values of gdb's types: before there is a program, gdb takes the machine for a
# smaller one, and some of its values stay of that kind.
def bytes_at(address, count):
    return bytes(gdb.selected_inferior().read_memory(address, count))


def word_at(address):
    return int.from_bytes(bytes_at(address, 8), "little")


def address_of(symbol):
    return int(str(gdb.parse_and_eval("(unsigned long)&" + symbol)))


def text_at(address):
    text = b""
    while b"\0" not in text:
        text += bytes_at(address + len(text), 16 - (address + len(text)) % 16)
    return text[:text.index(b"\0")].decode("utf-8", "replace")


def debugger_view():
    """The engine's view for debuggers: engine/runtime/machine/debugger.hpp."""
    view = address_of("mcheck_debugger_view")
    names = ("running", "trying", "steps", "preemptions", "count", "threads", "kind", "message")
    return {name: word_at(view + 8 * i) for i, name in enumerate(names)}


def threads():
    view = debugger_view()
    found = []
    for nth in range(view["count"]):
        at = view["threads"] + 48 * nth
        texts = [text_at(word_at(at + 8 * i)) for i in range(4)]
        found.append(dict(zip(("name", "status", "pending", "waits"), texts),
                          id=word_at(at + 32), stack=word_at(at + 40)))
    return found


def thread_of(key, value):
    for thread in threads():
        if thread[key] == value:
            return thread
    raise gdb.GdbError("there is no thread '%s': mcheck threads" % value)


def running():
    return thread_of("id", debugger_view()["running"])


def require_threads():
    if gdb.selected_inferior().pid == 0 or debugger_view()["count"] == 0:
        raise gdb.GdbError("no execution is being replayed: run")


class View:
    """The registers that gdb sees. Restored to its own before the program continues."""

    own = None

    @classmethod
    def saved(cls, thread):
        stack = thread["stack"]
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
        gdb.newest_frame().select()
        own = {name: int(gdb.parse_and_eval("(unsigned long)$" + name))
               for name in SAVED + ("rsp",)}
        if own["rsp"] >> PLACE_BITS == thread["stack"] >> PLACE_BITS:
            return  # the running thread
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


def is_in_program(symtab):
    return symtab is not None and not NOT_PROGRAM_FILES.search(symtab.fullname())


def is_program_frame(frame):
    """By the function's name, and by its file: of optimised code a line may be any header's."""
    function = frame.function()
    return (function is not None and not LIBRARY.match(function.name) and
            (is_in_program(frame.find_sal().symtab) or is_in_program(function.symtab)))


def frame_of_program():
    frame = gdb.newest_frame()
    while frame is not None and not is_program_frame(frame):
        frame = frame.older()
    return frame


def select_frame_of_program():
    frame = frame_of_program()
    (frame or gdb.newest_frame()).select()
    return frame is not None


def in_thread(thread, act):
    View.to(thread)
    try:
        select_frame_of_program()
        return act()
    finally:
        View.back()
        select_frame_of_program()


def place_of_selected():
    frame = gdb.selected_frame()
    if not is_program_frame(frame):
        return ""
    place = frame.find_sal()
    if not is_in_program(place.symtab):
        return "in " + frame.name()
    return "at %s:%d" % (os.path.basename(place.symtab.filename), place.line)


def show_stop(headline):
    """Describes a stop, in place of gdb's message about an internal breakpoint."""
    print(headline)
    if select_frame_of_program():
        gdb.execute("frame")
    elif headline.startswith("switch"):
        print("the thread starts here: it has not called a function of the program yet")


def show_end():
    view = debugger_view()
    print("the failure: " + text_at(view["kind"]))
    reported = [thread["name"] + " " + thread["waits"] for thread in threads()]
    for line in text_at(view["message"]).split("; "):
        if line not in reported:
            print("  " + line)
    list_threads()


def list_threads():
    for thread in threads():
        runs = thread["id"] == debugger_view()["running"] and not thread["waits"]
        state = thread["waits"] or ("is to " + thread["pending"] if thread["pending"] and not runs
                                    else thread["status"])
        place = in_thread(thread, place_of_selected) if is_alive(thread) else ""
        print(("%s %-8s %-40s %s" % ("*" if runs else " ", thread["name"], state, place)).rstrip())


def is_alive(thread):
    return thread["status"] == "ready" and thread["stack"] != 0


def suppress_notifications(wanted):
    """Suppresses gdb's message about a stop if the script prints its own."""
    try:
        gdb.execute("set suppress-cli-notifications " + ("on" if wanted else "off"), to_string=True)
    except gdb.error:
        pass  # gdb before 12 has no such setting
    return wanted


class Arrival(gdb.Breakpoint):
    """Where a thread continues after a switch; one for each resume address."""

    def stop(self):
        armed, Switch.armed = Switch.armed, False
        return armed and suppress_notifications(True)


class Switch(gdb.Breakpoint):
    """Where the engine resumes a thread."""

    wanted = "switch"
    armed = False
    last = None
    preemptions = 0
    count = 0
    headline = ""
    places = {}

    def stop(self):
        view = debugger_view()
        if view["trying"]:
            return False
        if view["steps"] == 0:
            Switch.last, Switch.preemptions, Switch.count = None, 0, 0
            Failing.reported = False
        thread = running()
        before, Switch.last = Switch.last, thread["name"]
        preempts = view["preemptions"] > Switch.preemptions
        Switch.preemptions = view["preemptions"]
        if before is None or before == thread["name"]:
            return False
        Switch.count += 1
        if not self.is_wanted(preempts, view["steps"]):
            return False
        mark = "▶ " if preempts else ""
        Switch.headline = "switch %d, step %d: %s%s → %s" % (
            Switch.count, view["steps"], mark, before, thread["name"])
        Switch.armed = True
        place = View.saved(thread)["rip"]
        if place not in Switch.places:
            Switch.places[place] = Arrival("*%d" % place, internal=True)
        return False

    def is_wanted(self, preempts, steps):
        wanted = Switch.wanted
        if wanted.isdigit():
            return steps >= int(wanted)
        return wanted == "switch" or (wanted == "preemption" and preempts)


class Failing(gdb.Breakpoint):
    """Where the engine records that a thread has failed."""

    reported = False

    def stop(self):
        if debugger_view()["trying"]:
            return False
        Failing.reported = True
        return suppress_notifications(True)


class Ending(gdb.Breakpoint):
    """Where an execution ends that failed as a whole: a deadlock, a leak."""

    def stop(self):
        return not Failing.reported and suppress_notifications(True)


class Beginning(gdb.Breakpoint):
    """Where the script tells the engine that a debugger is attached."""

    def stop(self):
        if word_at(address_of("mcheck_debugged")) == 0:
            one = bytes([1] + [0] * 7)
            gdb.selected_inferior().write_memory(address_of("mcheck_debugged"), one)
        return False


def on_stop(event):
    View.own = None
    ours = (Arrival, Failing, Ending)
    hit = [b for b in getattr(event, "breakpoints", []) if isinstance(b, ours)]
    if not hit:
        return
    if isinstance(hit[0], Ending):
        show_end()
    else:
        show_stop(Switch.headline if isinstance(hit[0], Arrival) else "the failure")


class Command(gdb.Command):
    """The threads that mcheck replays: mcheck threads, bt, thread, in, next, break."""

    def __init__(self):
        super().__init__("mcheck", gdb.COMMAND_RUNNING, prefix=True)


class Threads(gdb.Command):
    """mcheck threads: the threads of the program, and which one runs."""

    def __init__(self):
        super().__init__("mcheck threads", gdb.COMMAND_STACK)

    def invoke(self, argument, from_tty):
        require_threads()
        list_threads()


class Backtrace(gdb.Command):
    """mcheck bt [all|THREAD]: the stack of the running thread, of another, or of all."""

    def __init__(self):
        super().__init__("mcheck bt", gdb.COMMAND_STACK)

    def invoke(self, argument, from_tty):
        require_threads()
        if argument not in ("", "all"):
            thread_of("name", argument)
        wanted = argument or running()["name"]
        for thread in threads():
            if wanted != thread["name"] and not (wanted == "all" and is_alive(thread)):
                continue
            print("%s:" % thread["name"])
            in_thread(thread, lambda: gdb.execute("backtrace"))


class In(gdb.Command):
    """mcheck in THREAD COMMAND: gdb's command in that thread: mcheck in T1 info locals."""

    def __init__(self):
        super().__init__("mcheck in", gdb.COMMAND_STACK)

    def invoke(self, argument, from_tty):
        require_threads()
        name, _, command = argument.partition(" ")
        in_thread(thread_of("name", name), lambda: gdb.execute(command or "frame"))


class Thread(gdb.Command):
    """mcheck thread THREAD: show that thread's frames until the program continues."""

    def __init__(self):
        super().__init__("mcheck thread", gdb.COMMAND_STACK)

    def invoke(self, argument, from_tty):
        require_threads()
        View.to(thread_of("name", argument))
        select_frame_of_program()
        gdb.execute("frame")


class Next(gdb.Command):
    """mcheck next: continue to the next stop that `mcheck break` has asked for."""

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
for word in RESUMING:
    gdb.execute("define hook-%s\npython View.back()\nend" % word)
gdb.execute("set pagination off")
for name in ("SIGALRM", "SIGUSR1", "SIGUSR2"):
    gdb.execute("handle %s nostop noprint pass" % name, to_string=True)
gdb.execute("set breakpoint pending on")
Beginning("mcheck::Machine::resume", internal=True)
Switch("mcheck_debugger_switch", internal=True)
Failing("mcheck_debugger_failure", internal=True)
Ending("mcheck_debugger_end", internal=True)
Switch.wanted = os.environ.get("MCHECK_BREAK") or "switch"
gdb.events.stop.connect(on_stop)
gdb.events.before_prompt.connect(lambda: suppress_notifications(False))
)PY";

}  // namespace mcheck::command
