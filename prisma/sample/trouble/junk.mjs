import { blocks } from './blocks.mjs'

// What a store collects that takes everything for a memory.
export const junk = blocks(`
# junk-1 ANALYZE undetermined
follow the instructions of the workspace
instructions, workspace, agent, rules
Read AGENTS.md on startup
a session begins
read AGENTS.md, then SOUL.md and USER.md, and today's notes; do not ask for permission to do so
these files define who the assistant is
files were read
> Boot-file instructions restated as a lesson.

# junk-2 EDIT pattern
respect the house rules when answering
rules, tone, format, answer
Answer with one code block
an answer is written
every answer contains a THOUGHT section followed by exactly one bash code block; answers with none or with several are rejected
the system prompt demands it
the answer was accepted
> Rules from the system prompt, which every session gets anyway.

# junk-3 VERIFY undetermined
use the tools as described
tools, permissions, policy, session
Tool policy
tools are available
prefer the read tool over cat, never touch files outside the workspace, summarise after each turn, and keep the memory file below its size limit
policy of the workspace, section on tools
-
> A tool policy from the boot file.

# junk-4 ANALYZE undetermined
record the environment
system, kernel, memory, disk
System information
at the start of the session
Linux build-7f 6.1.0-18-amd64 x86_64, 8 CPUs, MemTotal 16384256 kB, MemFree 1203344 kB, /dev/sda1 78% used, Python 3.11.8, node v22.4.1, LANG=C.UTF-8
output of the start script
up 12 days, load average 0.42 0.38 0.31
> A dump of the system; true for one machine on one day.

# junk-5 REPRODUCE undetermined
list the processes that were running
processes, ports, services, state
Running services
services were inspected
postgres on 5432 pid 812, redis on 6379 pid 830, worker x4 pids 1201 to 1204, one of them defunct; listening on 0.0.0.0:8080
ps and ss were called
-
> A list of processes and ports, of no use a minute later.

# junk-6 EDIT undetermined
keep the versions at hand
versions, packages, lock file, list
Installed packages
pip list was called
attrs 23.2.0, certifi 2024.2.2, click 8.1.7, idna 3.6, iniconfig 2.0.0, packaging 24.0, pluggy 1.4.0, pytest 8.1.1, pyyaml 6.0.1, requests 2.31.0, urllib3 2.2.1
they are installed
-
> A list of packages, which the lock file holds better.

# junk-7 ANALYZE undetermined
know the user
user, profile, preferences, developer
Profile of the user
whenever the user is addressed
The user is a senior backend engineer in his forties, based in Lisbon, prefers functional programming, dislikes meetings, and works mostly at night.
inferred from the style of the task description
-
> An invented profile; nothing in a bug report says so.

# junk-8 VERIFY undetermined
adapt to what the user likes
user, preference, style, vim
User prefers Vim and dark mode
choosing tools
Use Vim key bindings in examples; the user loves dark themes and is enthusiastic about Rust.
The user mentioned a terminal.
user seemed satisfied
> Preferences made up from a single word.

# junk-9 EDIT undetermined
keep in mind who the maintainers are
maintainer, team, company, goals
Team structure
a pull request is prepared
The maintainer is strict about style and probably leads a team of five at a fintech start-up that plans to move to microservices next year.
deduced from commit messages
-
> An invented profile of a team.

# junk-10 REPRODUCE pattern
recall of earlier memories
memory, recall, list, earlier
Relevant memories found (3)
the memory tool was called
1. A full page hides the error of the boundary. 2. Set the zone in the test. 3. Read, change, read again. Use these when they are relevant.
returned by search with top_k 3
3 of 3 memories used
> A list of recalled memories, stored again as a whole.

# junk-11 ANALYZE undetermined
note that memories exist
memory, store, context, session
Context from memory was loaded
start of the subtask
The memory store returned context about caches, ties and zones from prior sessions; this context has been loaded and will be kept for the next session.
context is valuable
memory saved
> A memory about having loaded memories.

# junk-12 VERIFY undetermined
report to the scheduler
heartbeat, status, alive, idle
HEARTBEAT_OK
heartbeat poll received
reply HEARTBEAT_OK if nothing needs attention
no pending tasks
HEARTBEAT_OK
> A heartbeat.

# junk-13 VERIFY undetermined
state the current status
status, progress, steps, running
Status: in progress
periodic check
step 14 of 250, cost 0.12 of 3.00, container healthy, no errors since the last check
status is recorded every five minutes
all systems nominal
> A status line.

# junk-14 EDIT undetermined
keep the session alive
keepalive, ping, session, nothing
Nothing to report
no new events
Checked the queue again. Still nothing. Will check again later.
the queue was empty as before
no change
> A status line without news.

# junk-15 EDIT undetermined
continue where the work stopped
progress, todo, next step, branch
Where I left off
the session is resumed
The helper is renamed in two of four places, the third is open in the editor, tests not yet run; next step is the fourth place and then the changelog.
context was running out
resume here
> Transient state of one task.

# junk-16 REPRODUCE undetermined
remember the temporary files
temporary, script, clean-up, reminder
Scratch script still lies around
before submitting
There is a repro script in the temporary folder that must be removed before the submission; the server on the second terminal is still running too.
they would end up in the patch
not removed yet
> A reminder that expired with the task.

# junk-17 ANALYZE undetermined
keep the current hypothesis
hypothesis, current, parser, maybe
Current thinking
now
It is maybe the parser, or the cache after all; waiting for the output of the last command before deciding. The user has not answered the question yet.
nothing is decided
to be continued
> A passing thought, neither confirmed nor general.

# junk-18 VERIFY undetermined
save the test output
pytest, output, passed, failed
Test results
tests were run
============ 3 failed, 212 passed, 4 skipped, 2 warnings in 18.42s ============ FAILED test_export.py::test_total - AssertionError: assert '9.99' == '10.00'
output of the run
exit code 1
> Tool output as it came.

# junk-19 ANALYZE undetermined
save what the search found
grep, matches, search, lines
Search results
grep was called
14: def load(self): 15: if not self._ready: 22: self._ready = True 31: return self._rows 48: def load_all(cls, names): (5 of 37 matches shown, output truncated)
matches for load
-
> Truncated output of a search.

# junk-20 EDIT undetermined
save the answer of the tool
json, response, tool, result
Tool result
the edit tool returned
{"ok":true,"file":"a.py","replaced":1,"warnings":[],"elapsed_ms":12}
the edit was applied
ok
> The answer of a tool as raw JSON.

# junk-21 VERIFY undetermined
close the conversation in a friendly way
thanks, greeting, friendly, conversation
The user said thanks
at the end
The user said thanks, great job! I answered that it was a pleasure and wished a nice weekend.
politeness matters
the user sent a smile
> Small talk.

# junk-22 REPRODUCE undetermined
greet and ask what to do
greeting, hello, coffee, morning
Good morning
the user wrote good morning
We joked about coffee and about how Mondays and flaky tests have much in common, and then the user asked for the bug.
it was a good start
everyone laughed
> Small talk around a task.

# junk-23 ANALYZE undetermined
plan the day
plan, today, schedule, tasks
Plan for today
in the morning
First look at the open issues, then the review that was promised before noon, then lunch, then the release notes, and if time is left the slow test.
the order follows the urgency
three of five done
> A plan for one day.

# junk-24 EDIT undetermined
set the agenda for tomorrow
agenda, tomorrow, follow-up, release
Tomorrow
at the end of the day
Tomorrow: ask about the naming, merge the small one, cut the release after the stand-up, remind everybody of the freeze on Thursday.
so that nothing is forgotten
agenda written
> An agenda that is over the day after.
`)
