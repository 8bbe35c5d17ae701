import { blocks } from './blocks.mjs'

// Healthy lessons about flow and surroundings: awaits, escaping, listeners, errors, resources, locks, configuration.
export const flowLessons = blocks(`
# await-a ANALYZE pattern
find out why work is reported as done before it is
async, promise, fire and forget, ordering
Look for callbacks whose promise nobody takes
a function returns success while its effects come later or never
check whether asynchronous callbacks are given to an iteration that ignores their results
the iteration returns at once, so failures surface after the caller has left
a log line after the loop appears before the lines inside it

# await-r REPRODUCE pattern
make a lost await fail reliably
async, delay, late failure, test
Let the slow one fail
an unawaited call fails only under load
replace the collaborator by one that waits a moment and then rejects, and assert on the result directly after the call
an immediate answer settles before the assertion and conceals the gap
the assertion sees an unfinished state, in every run

# await-e EDIT pattern
wait for all parts without serialising them
async, concurrency, gather, failures
Collect the promises, then wait once
several independent asynchronous calls were started and forgotten
map the items to promises and await the whole collection, keeping failures beside the successes
awaiting in the loop is correct too, but a slow part then holds up the rest
all results are present on return and the calls overlap

# await-v VERIFY pattern
confirm that nothing is still running after the call
async, pending work, unhandled rejection, timing
Fail the test on unhandled rejections
missing awaits were added along a chain of calls
turn unhandled rejections into test failures and assert the state straight after the outermost call, with no sleep in between
a sleep in the test supplies the wait that the code owes
the tests pass with the collaborator both fast and slow

# esc-a ANALYZE pattern
decide which layer escapes and which one believes it is already done
escaping, output context, double encoding, template
Count the escapes on the way out
special characters appear as entities, or break the page
follow one quote sign from storage to output and note each transformation and the context it is meant for
two escapes show entities to the reader, none lets markup through, and the right one in the wrong context does both
exactly one escape stands before each context

# esc-r REPRODUCE pattern
find the characters that a hand-made escape forgets
escaping, quoting, delimiter, round trip
Put the delimiter into the value
exported fields are read back wrongly
write a value that holds the delimiter, the quote sign, the escape sign itself and a line break, and read it back with an independent reader
the escape sign is forgotten most often, because ordinary text lacks it
the value that comes back differs

# esc-e EDIT pattern
hand the quoting over to the layer that knows the format
escaping, parameters, writer, serializer
Pass values, not sentences
text for another language is put together from pieces
use placeholders, an argument list or the format's own writer in place of joined text
only the consumer's grammar knows what is special, and a replacement list falls behind it
a value with quotes and separators arrives unchanged at the other side

# listen-a ANALYZE pattern
find out why a control stays dead although its handler is correct
event listener, timing, replaced element, dom
Check what the listener is attached to
a click does nothing and no error appears
compare the element that was found at start with the one on the page at the moment of the click
re-rendering replaces the element and leaves the listener on a detached copy
the two are different objects, or the first was missing

# listen-r REPRODUCE pattern
reproduce a handler that dies after an update
event listener, re-render, replaced element, test
Update first, click afterwards
a button works once and then no longer
render, trigger the update that writes the markup anew, and then dispatch the event on the element that is now visible
a test that clicks straight after loading still meets the original element
the handler is not called after the update

# listen-e EDIT pattern
attach the handler to something that stays
event listener, delegation, container, lifecycle
Listen on the container that survives
elements are created and replaced after the start
put a single listener on the lasting parent and find the target from the event, or attach in the function that writes the markup
a listener lives and dies with its element
new elements respond, and repeated updates do not multiply the calls

# listen-v VERIFY pattern
check that a handler is neither lost nor doubled
event listener, duplicate calls, reconnect, count
Count the calls for one event
listeners are attached again after an update or reconnect
repeat the update several times, send one event, and count how often the handler runs
attaching again without removing leaves the old ones active, which a mere yes-or-no assertion accepts
exactly one call, whatever the number of updates

# swallow-a ANALYZE pattern
find the place where an error turns into silence
exceptions, catch-all, logging, empty result
Search for handlers broader than their purpose
an operation yields an empty result and no error
list the handlers between the symptom and the cause, narrow each for a moment and run the case again
a handler for a missing file also catches the typing error beside it
the original error shows itself with its own trace

# swallow-e EDIT pattern
catch only what can be handled here
exceptions, narrow handler, chaining, context
Name the expected error, let the others pass
a broad handler returns a default
catch the one expected kind around the one statement that raises it, and chain the cause when translating it
a default for every failure makes a defect look like an absence of data
an unexpected error reaches the caller, and the expected one still gives the default

# swallow-v VERIFY pattern
make sure that failures are visible from outside
exceptions, exit status, partial failure, report
Break a part and look from outside
error handling in a batch was changed
let one item in the middle fail and inspect exit status, report and the items that follow
inner tests see the exception, while users see only what the outermost layer passes on
the failed item is named, the others are done, and the status is not success

# open-r REPRODUCE pattern
show that a failing path keeps its handle
resources, handle leak, failure path, limit
Fail often under a small limit
a service stops after days with too many open files
lower the limit for the process and repeat the failing path, not the successful one, more often than the limit allows
the ordinary path closes its handle, and only the early exit forgets it
opening fails after as many rounds as the limit permits

# open-e EDIT pattern
release on every way out
resources, context manager, finally, scope
Tie the release to the scope
a resource is closed at the end of a function that has several exits
use the construct of the language that closes when the scope is left, and open as late as possible
returns and errors between opening and closing skip the last line
an error injected after opening leaves nothing open

# open-v VERIFY pattern
count handles before and after
resources, handles, connections, soak
Compare counts, not impressions
a leak of connections or files is said to be fixed
take the number of open handles, run success, failure and cancellation many times, and take it again
a leak on a rare path grows too slowly to be noticed in a short run
the counts agree once the pool is idle

# lock-r REPRODUCE pattern
force two workers into the gap between check and write
locking, race, barrier, lost update
Hold both workers at the gap
an update is lost now and then
place a barrier between the read and the write, let two workers reach it, and release them together
random repetition meets the window rarely, a barrier meets it every time
one of two increments is missing in each run

# lock-e EDIT pattern
let the store decide in one step
locking, atomic update, constraint, race
One statement in place of check and act
code reads a state and then writes on the strength of it
express the condition inside the write, or rely on a unique constraint and handle its refusal
between a separate check and the write another worker may change the answer
of two simultaneous attempts one succeeds and the other is told so

# lock-v VERIFY avoid
judge whether a deadlock is really gone
locking, deadlock, acquisition order, timeout
Quiet runs prove little about a deadlock
a deadlock has not shown up since the change
do not count quiet runs; record the order in which locks are taken on every path and look for a cycle
the timing may merely have shifted, while a cycle is a property of the order
the recorded orders form no cycle

# retry-a ANALYZE pattern
explain why one request takes effect twice
retries, idempotency, timeout, duplicate
A timeout is not a refusal
records are doubled when the network is slow
look for a retry around a call that changes something and compare the times of both effects with the timeout
the first attempt may have been carried out and only its answer lost
the doubled records lie one timeout apart

# retry-e EDIT pattern
make a repeated request harmless
retries, idempotency key, deduplication, client
Give each intention a key
a call that changes state is retried
create a key once for each intention, send it with every attempt, and let the receiver return the stored answer for a known key
the sender cannot know whether a lost answer followed success, the receiver can
two sends with one key leave one record and equal answers

# retry-v VERIFY pattern
check that backing off really happens
retries, backoff, fake clock, jitter
Assert on the waits
a retry policy was changed
run with a fake clock and record each wait, for errors that may be retried and for those that may not
counting attempts alone accepts a loop that hammers without pause
waits grow up to their cap, and a permanent error is tried once

# conf-a ANALYZE pattern
find which source a setting really comes from
configuration, precedence, environment, defaults
Ask each source, strongest first
a changed setting has no effect
print the value together with its source for defaults, file, environment and command line, in the running process
a stronger source, often an exported variable of the shell, overrides the file that was edited
removing that source lets the edited value appear

# conf-r REPRODUCE pattern
test precedence pair by pair
configuration, precedence, environment, matrix
Set two sources to different values
options are taken from the wrong place
for each pair of sources give both a value, unlike the default and unlike each other, and read the merged result
with equal values, or with one source only, any precedence passes
exactly the documented stronger source wins in each pair

# path-r REPRODUCE pattern
provoke a join that drops its base
path, join, absolute, separator
Begin the second part with a slash
files turn up outside the directory that was configured
join the base with a relative part, with one that begins with a separator, with parent steps and with an empty one
many joins discard everything before an absolute part, so the base vanishes without error
the result for the absolute part lacks the base

# path-e EDIT pattern
keep a joined path inside its base
path, containment, normalise, traversal
Resolve first, compare afterwards
a file name comes from outside
resolve base and result, links included, and require that the result lies beneath the base by path components
comparing text prefixes accepts a sibling whose name merely begins alike
parent steps, absolute names, links and such siblings are refused

# mig-r REPRODUCE pattern
reproduce a migration failure with old data
migration, existing rows, constraint, legacy data
Migrate a full table, not an empty one
a migration passes in the pipeline and fails on a real installation
start from the previous schema, insert rows with nulls, duplicates and long values, and then migrate
constraints are checked against existing rows, and a fresh database has none
the migration stops at the same constraint as reported

# mig-e EDIT pattern
introduce a required column without downtime
migration, backfill, not null, rollout
Add, fill, then require
a new column must not be null
add it as optional, let the code write it, fill the old rows in batches, and set the constraint in a later release
old and new code run side by side for a while, and the old one does not know the column
each release works with the schema before and after it

# mig-v VERIFY pattern
check a migration in both directions
migration, rollback, data loss, round trip
Go up, down and up again with data
a migration has a way back
take a populated copy, migrate up, down and up again, and compare rows and constraints with the start
a way back that restores columns but loses their contents passes on an empty schema
rows agree, or the loss is documented as intended

# sig-a ANALYZE pattern
find out why a service does not stop gracefully
signals, shutdown, child process, shell wrapper
Who receives the signal
a container is killed after the grace period although a handler exists
look at the process tree and see whether a wrapper shell stands between the supervisor and the program
the shell receives the signal and does not hand it on
replacing the shell by the program makes the handler run

# sig-v VERIFY pattern
verify that shutting down loses no work
signals, graceful shutdown, drain, in flight
Stop it while it is busy
a shutdown handler was added
start a slow request, send the stop signal in the middle, and send another request afterwards
an idle process stops cleanly even without a handler
the first request is answered, the second refused, and the process ends before the deadline with a clean status

# build-a ANALYZE pattern
tell a missing dependency edge from a broken source
build order, dependency, parallel build, generated file
Parallel failures point at a missing edge
a clean parallel build fails sometimes and succeeds on a second try
build each failing target alone from a clean tree and see which generated file it expects
an undeclared input is usually there by luck, when another target was quicker
declaring that input ends the failure

# build-r REPRODUCE pattern
make an order-dependent build fail each time
build order, clean tree, single job, shuffle
Build the target alone, from nothing
a build failure comes and goes
remove all outputs, build only the suspect target with one job, then shuffle the order if the tool can
leftovers of an earlier build stand in for the input that is not declared
the failure comes every time from a clean tree

# iso-a ANALYZE pattern
find the test that spoils another
test isolation, order, shared state, bisect
Halve the tests that run before
a test fails in the suite and passes alone
keep the failing test last, halve the set before it until one is left, and look at what global state that one changes
leftovers in modules, environment or database outlive the test that made them
these two alone fail in that order only

# iso-r REPRODUCE pattern
keep the order of a flaky suite
test isolation, random order, seed, flaky
Record the seed, then replay it
a suite with random order fails once in many runs
store the seed of each run, replay the failing one unchanged, and only then begin to shorten the list
without the order the failure cannot be told from a slow machine
the stored seed fails every time

# iso-v VERIFY pattern
show that tests no longer depend on each other
test isolation, random order, parallel, fixtures
Shuffle and run apart
shared state between tests was removed
run the suite in several random orders, in parallel, and each formerly affected test alone
a fixed order can pass because an earlier test happens to prepare what a later one needs
all ways give the same result
`)
