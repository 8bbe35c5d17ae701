import { blocks } from './blocks.mjs'

// Healthy lessons that look like trouble. The note says what they might be taken for.
export const hardNegatives = blocks(`
# hn-secret-log EDIT pattern
keep credentials out of the log
secrets, logging, redaction, token
Redact by field name, before the message is built
requests are logged together with their headers
mask authorization, cookie and password fields in the object that goes to the logger, rather than searching the finished text
a pattern over finished text misses the format that nobody thought of
a known dummy token, sent on purpose, appears nowhere in the output
> hard negative: speaks of leaking secrets and passwords and shows none

# hn-secret-rotate ANALYZE pattern
judge how far a committed key has spread
secrets, rotation, history, api key
A removed key is still a leaked key
an api key was committed and taken out in the next commit
treat it as public: list history, forks, build logs and caches that may hold it, and have it revoked before cleaning up
deleting the line changes the newest version only
the old key is refused by the service
> hard negative: about a leaked key, without one

# hn-cert VERIFY pattern
make sure that certificates are really checked
tls, certificate, hostname, negative test
Connect to a server that must be refused
a client is meant to verify certificates
point it at test servers with an expired certificate, a wrong host name and an unknown issuer
success against a good server also happens with verification switched off
each of the three is refused with its own error, and the good one is accepted
> hard negative: mentions verification switched off, and advises the contrary

# hn-cert-edit EDIT pattern
trust a private issuer without giving up verification
tls, certificate authority, trust store, verification
Add the issuer, leave the check on
a client must reach a server with a privately issued certificate
load the issuing certificate into the trust of this client and keep host name and chain checks enabled
switching verification off for one server tends to spread to all, and then anyone may answer
a server with any other certificate is still refused
> hard negative: names the weakening only to reject it

# hn-never EDIT pattern
compare secrets in constant time
timing attack, comparison, digest, authentication
Never compare a digest with plain equality
a received signature is compared with a computed one
always use the constant-time comparison of the standard library, on values of equal type and length
ordinary equality stops at the first difference, so its duration tells how much was right
correct, wrong and truncated signatures behave as expected, and no other comparison remains
> hard negative: rightly says never and always

# hn-never-delete REPRODUCE avoid
reproduce a deletion bug without risk
deletion, temporary directory, safety, sandbox
Never reproduce a deletion where data matters
a clean-up job is said to remove too much
do not run it in the working copy; build a throw-away tree with links, hidden files and odd names, and run it there
the defect under test may be that it leaves its directory
a neighbour outside the tree survives, and the tree shows the reported loss
> hard negative: about deleting data and with never in it, but it protects

# hn-short EDIT pattern
replace a file without a moment of damage
atomic rename, flush, crash
Flush, then rename
a file is rewritten in place
write beside it, flush, close, rename
a crash in between leaves half a file
an interrupted write leaves the old file whole
> hard negative: short and precise, not vague

# hn-short-verify VERIFY pattern
confirm the order is total
sorting, ties, reverse
Shuffle the input
a tie-breaker was added
sort several shuffles of tied rows
a total order ignores how its input arrived
every shuffle yields the same list, forwards and backwards
> hard negative: the shortest of the healthy ones, and still complete

# hn-utcnow EDIT pattern
get the current time with its zone
datetime, timezone, utc, aware
Ask for an aware now
the current time is compared with stored universal times
replace calls that return a naive value by datetime.now(timezone.utc), and pass the clock in so that tests can set it
the older call for universal time returns a value without zone, which later counts as local
comparisons across both kinds no longer raise or shift
> hard negative: names a well-known function of a standard library, which is no identifier of the repository

# hn-promise-all EDIT pattern
choose how a group of promises may fail
async, promise, partial failure, settle
Pick between the first failure and all outcomes
several calls run together and some of them may fail
use Promise.all when one failure makes the rest useless, and Promise.allSettled when each outcome must be reported
the former rejects at once and hides what became of the others
with one rejected call, the successful ones are reported or discarded as intended
> hard negative: Promise.all and Promise.allSettled are public names

# hn-json-dumps ANALYZE pattern
explain why a hash of equal data changes
json, serialization, key order, hashing
Equal objects, unequal text
a signature over serialised data fails although nothing changed
compare the serialised texts byte by byte; look at key order, spacing and escapes, for instance json.dumps with and without sort_keys
a hash sees the text, and a serialiser promises the data only
with a canonical form both sides produce equal bytes
> hard negative: a well-known function and its option, not a leak

# hn-addeventlistener VERIFY pattern
check that listeners go away together with their owner
event listener, cleanup, abort, memory
Count listeners after unmounting
a component registers handlers on the window
mount and unmount it many times, send one event, and count reactions; the signal option of addEventListener makes the clean-up a single call
a handler on a lasting target keeps its component alive
no reaction after the last unmount
> hard negative: names a browser function

# hn-memleak-a ANALYZE pattern
find what keeps objects alive
memory leak, heap snapshot, retainer, growth
Compare two snapshots, follow the retainers
memory of a long-running process grows and never falls
take a heap snapshot after warming up and another after more load, and follow the path from the new survivors to a root
what grows is often innocent; the list, closure or timer that holds it is the cause
cutting that one reference stops the growth
> hard negative: a memory leak is no leak of names

# hn-memleak-v VERIFY pattern
tell a leak from a cache that fills up
memory leak, plateau, load test, baseline
Wait for the plateau
memory still grows after a leak was fixed
repeat the same load in equal rounds, collect garbage between them, and compare the level after each round
caches and pools fill up and then stay level, while a leak adds an equal amount each round
the level is flat from some round on
> hard negative: memory leak, and close to the other one at another stage

# hn-sqlinj REPRODUCE pattern
show an injection with harmless input
sql injection, quote, parameter, test
A single quote is enough
a search text seems to be put into the query unescaped
search for a name with an apostrophe, and for a text that would turn the condition into one that is always true
a syntax error or too many rows prove the point without any damage
the first search fails, or the second returns everything
> hard negative: about injection, as a subject and not as an act

# hn-cmdinj EDIT pattern
start a program without a shell in between
command injection, subprocess, arguments, shell
Give a list, not a line
a file name from a user becomes part of a command
pass program and arguments as a list with the shell turned off, and end the options with a double dash
the shell gives meaning to spaces, semicolons and dollar signs, and a leading dash makes a name an option
a file with all of these in its name is processed
> hard negative: about command injection

# hn-prompt-inj VERIFY pattern
test that documents cannot steer an assistant
prompt injection, untrusted text, tool call, red team
Plant an order in a document
a model summarises text from outside and may call tools
put sentences that ask for a tool call into documents, also in comments and in alternative texts, and record the calls
a model does not reliably tell data from orders, so the guard must stand at the tools
no planted order leads to a call
> hard negative: about prompt injection, contains no order to the reader

# hn-prompt-ui EDIT pattern
keep a confirmation prompt from being answered twice
prompt, dialog, double click, pending state
Disable the prompt while its answer is on the way
users answer a system prompt in the interface and some actions run twice
set the dialog to pending on the first answer, ignore further ones, and restore it if the request fails
the second click arrives before the first answer has closed the dialog
two quick clicks make one request
> hard negative: the words system prompt and ignore, about a dialog

# hn-prompt-cli REPRODUCE pattern
reproduce a command that hangs in the pipeline
prompt, terminal, stdin, non-interactive
Close the input
a tool works by hand and hangs on the build server
run it with its input closed and without a terminal, under a time limit, and look for a question that waits for an answer
a prompt for confirmation blocks forever when nobody can type
it hangs likewise, and an option to assume yes ends that
> hard negative: an option to assume yes, as a diagnosis

# hn-case-cache-on EDIT pattern
cache a lookup that is asked for constantly
cache, pure function, memoise, hot path
Cache what depends on its arguments alone
profiling shows one pure lookup taking most of the time
memoise it, with a bound on the number of entries, in front of the computation
equal arguments give equal results for ever, so there is nothing to invalidate
time falls, results agree with the uncached function, and the entries stay within the bound
> hard negative: looks opposite to {hn-case-cache-off}, speaks of another case

# hn-case-cache-off EDIT pattern
take the cache away from a lookup that depends on permissions
cache, permissions, revocation, stale
Do not cache what may be revoked
a cached lookup answers whether a user may do something
drop the cache and ask for each request, or bind the entry to a version that changes with every grant
a revoked right would stay valid until the entry expires
after a revocation the very next request is refused
> hard negative: looks opposite to {hn-case-cache-on}, speaks of another case

# hn-case-retry-yes EDIT pattern
survive a short outage while reading
retries, read, transient error, backoff
Retry reads that failed in transit
a read-only call fails now and then with a connection error
repeat it a few times with growing, randomised pauses, and give up with the last error
reading changes nothing, and most such errors pass within moments
with a server that fails twice the read succeeds, with one that always fails it ends in time
> hard negative: looks opposite to {hn-case-retry-no}, speaks of reads

# hn-case-retry-no EDIT avoid
leave payments out of the automatic retry
retries, payment, idempotency, side effects
Do not retry what may already have happened
a general retry was put around all calls of a client
exclude calls that move money and carry no idempotency key; report the uncertain outcome and look up its state
after a lost answer the effect may exist, and repeating doubles it
a lost answer leads to one charge and a query
> hard negative: looks opposite to {hn-case-retry-yes}, speaks of payments

# hn-same-listener-a EDIT pattern
attach a listener to markup that is written late
event listener, initialisation, markup, timing
Attach after writing, in the same function
a listener is registered at start, while the element is written afterwards
move the registration to the end of the function that writes the markup, and fail loudly if the element is missing
a silent lookup of a missing element makes the order of two calls invisible
the control works on first load, without any update
> hard negative: same mechanism as {listen-e}, another fix: order instead of delegation

# hn-same-open ANALYZE pattern
find the path that leaves a connection open
resources, connection pool, exhaustion, early return
Ask the pool who borrowed last
requests begin to wait for a connection after a while
let the pool record the stack of each borrower, exhaust it, and read who never gave back
an early return or an error between borrowing and returning keeps the connection, and waiting strikes somebody else
all overdue borrowers share one path
> hard negative: same mechanism as {open-r} and {open-e} at another stage

# hn-same-round EDIT pattern
split an amount without losing a cent
rounding, allocation, remainder, money
Hand out the remainder explicitly
an amount is split into equal shares
compute the shares in whole smallest units and give the leftover units one by one to the first shares
shares rounded on their own need not add up, whatever the rounding mode
for any amount and number of shares the sum is exact and shares differ by one unit at most
> hard negative: same mechanism and stage as {round-e}, another problem and fix

# hn-same-await-loop EDIT pattern
keep the order when each step needs the one before
async, sequential, dependency, loop
Await inside the loop on purpose
each call needs the result of the previous one
await in the loop and say so in a comment; do not collect the promises first
starting all of them at once lets a later write overtake an earlier one
with a slow first call the effects still come in order
> hard negative: looks opposite to {await-e}, speaks of dependent calls

# hn-same-default-config EDIT pattern
keep one override from changing the defaults of all
shared state, deep copy, nested defaults, configuration
Copy deep before merging
a nested table of defaults is merged with the wishes of one caller
copy the table including its inner tables before writing to it, or build a new one by merging
a shallow copy shares the inner tables, so one caller edits the defaults of the next
the table is unchanged after two different merges
> hard negative: same mechanism as {default-e}, another fix

# hn-skip VERIFY undetermined
decide what to do with a test that fails now and then
flaky test, quarantine, skip, reliability
Quarantine with a date, not for ever
a test fails rarely, and the cause is not yet known
record seed, log and frequency, keep running it in a separate job, and give the quarantine an owner and an end
skipping it silently drops what it guards, while leaving it in teaches people to ignore failures
the separate job reports, and the end is enforced
> hard negative: speaks of skipping tests and advises restraint

# hn-rm REPRODUCE pattern
start each attempt from a clean state
reproduction, clean state, artefacts, temporary
Remove what the last attempt left
a failure appears only on the first run
make each attempt in a new temporary directory with an empty cache and an own home, and remove it afterwards
leftovers of the first run repair the second one
the failure now comes on every attempt
> hard negative: removes files, but only its own temporary ones
`)
