"""What the fuzzers of the program's commands share.

A process has so much address space and so much time. A search makes mutants by their numbers, and keeps
those whose answers are wrong.
"""
import argparse
import concurrent.futures
import os
import pathlib
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
FINDINGS = ROOT / ".build/fuzzing"
ADDRESS_SPACE = 2 << 30  # bytes
PROCESSOR_TIME = 120  # seconds: mutants of the limits of reactions take 40
WALL_TIME = 200  # seconds: other work may go on beside this
ENVIRONMENT = {"PATH": os.environ.get("PATH", ""), "CI": "true", "SWIFT_BACKTRACE": "enable=no"}


class Answer:
    def __init__(self, status, output, errors, seconds, usage):
        self.status, self.output, self.errors = status, output, errors
        self.seconds, self.memory = seconds, usage.ru_maxrss
        self.processor_seconds = usage.ru_utime + usage.ru_stime


def limit():
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))
    resource.setrlimit(resource.RLIMIT_CPU, (PROCESSOR_TIME, PROCESSOR_TIME + 1))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run(program, arguments, folder, text="", patience=WALL_TIME, end=signal.SIGKILL):
    """What a process answers, which gets a signal when its time is over."""
    start = time.monotonic()
    with tempfile.TemporaryFile() as words, tempfile.TemporaryFile() as output, \
            tempfile.TemporaryFile() as errors:
        words.write(text.encode())
        words.seek(0)
        process = subprocess.Popen(
            [program, *arguments], cwd=folder, env=ENVIRONMENT, stdin=words,
            stdout=output, stderr=errors, preexec_fn=limit)
        previous = signal.signal(signal.SIGALRM, lambda *_: process.send_signal(end))
        timer = signal.setitimer(signal.ITIMER_REAL, patience)
        try:
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, previous)
        output.seek(0)
        errors.seek(0)
        return Answer(
            process.returncode, output.read(), errors.read(), time.monotonic() - start, usage)


def faults(name, answer, ends=(0, 1, 2)):
    """What is wrong with an answer to any input."""
    if answer.status not in ends:
        return [f"{name} ends with {answer.status}"]
    if b"Fatal error" in answer.errors or b"internal error" in answer.errors:
        return [f"{name} says: {answer.errors[:200]!r}"]
    return []


def write(files, folder):
    for path, text in files.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass"))


# --- Searching

shared = {}


def begin(fuzzer, program, seed):
    shared.update(fuzzer=fuzzer(program), seed=seed)


def trial(number, keeps=False):
    return shared["fuzzer"].trial(shared["seed"], number, keeps)


def arguments(documentation):
    options = argparse.ArgumentParser(
        description=documentation, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--program", default=str(ROOT / ".build/release/suas-run"))
    options.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 32))
    options.add_argument("--mutants", type=int, help="how many; without it, as many as there is time")
    options.add_argument("--seconds", type=float, help="how long; without it, and --mutants, a minute")
    options.add_argument("--only", type=int, metavar="NUMBER", help="the mutant to make again")
    options.add_argument("--jobs", type=int, default=os.cpu_count())
    chosen = options.parse_args()
    if chosen.mutants is None and chosen.seconds is None:
        chosen.seconds = 60
    chosen.program = str(pathlib.Path(chosen.program).resolve())
    if not os.access(chosen.program, os.X_OK):
        options.error(f"there is no program at {chosen.program}: build it with 'swift build -c release'")
    return chosen


def trials(chosen):
    """What comes of the mutants, as they end."""
    end = None if chosen.seconds is None else time.monotonic() + chosen.seconds
    numbers = iter(range(chosen.mutants if chosen.mutants is not None else 1 << 40))
    with concurrent.futures.ProcessPoolExecutor(chosen.jobs) as pool:
        waiting = set()
        while True:
            while len(waiting) < 4 * chosen.jobs and (end is None or time.monotonic() < end):
                number = next(numbers, None)
                if number is None:
                    break
                waiting.add(pool.submit(trial, number))
            if not waiting:
                return
            done, waiting = concurrent.futures.wait(
                waiting, return_when=concurrent.futures.FIRST_COMPLETED)
            yield from (one.result() for one in done)


def search(documentation, fuzzer):
    """Tries mutants, and returns the exit code.

    A fuzzer is made for a program. Its trials have a number, the name of a case, what is wrong, the folder
    where that is kept, and the seconds and the memory of each command.
    """
    chosen = arguments(documentation)
    again = "" if chosen.only is None else f" --only {chosen.only}"
    print(f"seed {chosen.seed}; to make this again: {sys.argv[0]} --seed {chosen.seed}{again}", flush=True)
    begin(fuzzer, chosen.program, chosen.seed)
    if chosen.only is not None:
        found = trial(chosen.only, keeps=True)
        print(f"{found.case}, kept in {found.kept}: {'; '.join(found.wrong) or 'nothing wrong'}")
        for name, seconds in found.seconds.items():
            print(f"  {name:8} {seconds:6.2f} s, {found.memory[name] // 1024} MB")
        return 1 if found.wrong else 0

    count = findings = 0
    slowest, largest, told = {}, {}, {}
    for result in trials(chosen):
        count += 1
        for word in result.words:
            told[word] = told.get(word, 0) + 1
        for name in result.seconds:
            slowest[name] = max(slowest.get(name, (0, 0)), (result.seconds[name], result.number))
            largest[name] = max(largest.get(name, (0, 0)), (result.memory[name], result.number))
        if result.wrong:
            findings += 1
            print(f"mutant {result.number} of {result.case}: {'; '.join(result.wrong)}"
                  f"\n  it is in {result.kept}", flush=True)
    counts = "".join(f", {number} {word}" for word, number in sorted(told.items()))
    print(f"{count} mutants{counts}; {findings} findings")
    for name, (seconds, number) in sorted(slowest.items()):
        memory, most = largest[name]
        print(f"  {name:8} {seconds:6.2f} s at the most (mutant {number}),"
              f" {memory // 1024} MB (mutant {most})")
    return 1 if findings else 0
