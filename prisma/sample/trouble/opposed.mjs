import { blocks } from './blocks.mjs'

// Contradictions of healthy lessons, written as sound advice, and healthy lessons filed under a wrong category.
export const contradictions = blocks(`
# con-cache-e EDIT pattern of=cache-e
cure answers that belong to another caller
cache, invalidation, key, simplicity
Clear more often and keep the key small
a cached result is correct for one caller and wrong for another
leave the key as it is and clear the entry whenever another caller arrives; a wider key only fragments the cache
each further input in the key multiplies the entries and lowers the hit rate
the second caller receives a fresh answer
> Opposes {cache-e}, which widens the key because clearing only changes who is wrong.

# con-page-e EDIT pattern of=page-e
choose the row that a cursor refers to
cursor, keyset, next page, surplus row
Let the cursor name the first row not yet served
the next page is asked for with everything after the cursor
take the key of the surplus row as the cursor, since it is already fetched and marks exactly where the next page begins
the last returned row belongs to the old page, and naming it mixes the two
the next page begins where this one ended
> Opposes {page-e}: with an exclusive comparison the surplus row is skipped.

# con-round-e EDIT pattern of=round-e
keep the amounts of a calculation tidy
rounding, decimal, money, consistency
Round after every step
amounts pass through several calculations
round each intermediate amount to the smallest unit, so that every function receives and returns real money
amounts with invisible digits surprise whoever adds up the printed figures
every intermediate value has two decimals and the total follows from them
> Opposes {round-e}, which rounds once at the end.

# con-await-e EDIT pattern of=await-e
wait for independent calls in a controlled manner
async, loop, order, load
Await each call before starting the next
several independent asynchronous calls were started and forgotten
put the await into the loop, one call after another; gathering promises is what caused the confusion in the first place
sequence makes failures easy to attribute and never overloads the other side
the calls finish in the order of the list
> Opposes {await-e} on the same case of independent calls, and holds all of them up behind a slow one.

# con-falsy-e EDIT pattern of=falsy-e
choose a default with as little ceremony as possible
default, truthiness, logical or, concise
Prefer truthiness for defaults
a default is chosen for an optional setting
use the logical or and drop explicit comparisons with null, which clutter the line and miss empty values
an empty text or a zero is nearly always a sign that nobody filled in the field
missing, empty and zero all give the default
> Opposes {falsy-e}, for which zero is a legal value.

# con-swallow-e EDIT pattern of=swallow-e
make a reader robust against anything that may come up
exceptions, robustness, fallback, default
Catch broadly, return the default
a function reads something that may be absent
wrap the whole body in one handler for every kind of error and return the default, so that callers need no handling of their own
a list of expected errors is never complete, and a missing one brings the caller down
no input makes the function raise
> Opposes {swallow-e}, which catches the expected error only.

# con-sort-a ANALYZE pattern of=sort-a
explain rows that repeat between pages
pagination, off-by-one, arithmetic, repeated rows
Repeated rows are an error of arithmetic
rows repeat or vanish between pages, and not always the same ones
go straight to the computation of the offset; do not lose time on repeating the request, for a database returns equal rows in the order of insertion
ties keep their order, so a changing result means changing bounds
an offset is found that is off by one
> Opposes {sort-a}: equal rows have no guaranteed order, and repeating the request is the decisive test.

# con-iso-v VERIFY pattern of=iso-v
confirm that a repaired suite is dependable
test order, determinism, fixed sequence, reliability
Fix the order, then trust the result
shared state between tests was removed
pin the order in which the tests run and run them one at a time from now on; random order adds noise that says nothing about the product
a fixed sequence gives the same result each time, and that is what reliability means
several runs in the pinned order are green
> Opposes {iso-v}: a fixed order hides exactly the dependence that was to be disproved.

# con-mig-r REPRODUCE pattern of=mig-r
reproduce a failing migration quickly
migration, empty database, speed, clean start
Begin with an empty schema
a migration passes in the pipeline and fails on a real installation
create a fresh database without rows and run all migrations from the first; old data only brings accidents of one installation into the test
what fails on a fresh schema is a fault of the migration, all else is a fault of the data
the chain of migrations runs through or stops at the faulty one
> Opposes {mig-r}: an empty table cannot violate the constraint.

# con-lock-v VERIFY pattern of=lock-v
confirm that a deadlock is gone
deadlock, soak, load, confidence
Let it run over night
a deadlock has not shown up since the change
run the load for a night; if nothing hangs, the matter is settled, and drawing up the order of locks is not worth the effort
a deadlock needs luck, and in so many rounds luck would have come
no worker hangs in the morning
> Opposes {lock-v}, for which quiet runs prove little and only the lock order counts.
`)

export const swapped = blocks(`
# sw-1 EDIT pattern right=REPRODUCE
build an input that crashes the parser every time
parser, minimal input, fuzzing, crash
Cut the input while it still crashes
a huge document crashes the parser
remove halves, then lines, then characters, and keep each cut after which the same crash appears
what remains holds nothing but the trigger, and a different crash on the way would lead astray
the smallest input crashes each time with the original message

# sw-2 VERIFY pattern right=ANALYZE
find out which layer turns the sign of a balance
sign error, call chain, invariant, tracing
Walk inwards from the wrong number
a balance is shown with the wrong sign
print the value at each hand-over between layers, beginning at the display, until it is right for the first time
the defect lies between the last right and the first wrong value, and nowhere else needs reading
one layer receives the right sign and returns the wrong one

# sw-3 ANALYZE pattern right=EDIT
replace a recursive walk by one with its own stack
recursion, explicit stack, depth, traversal
Turn the call stack into a list
deep structures exhaust the call stack
keep the pending nodes in a list, push the children in reverse, and carry along what the recursion held in its locals
a list grows on the heap and has no small fixed limit
old and new walk visit the nodes in the same order

# sw-4 REPRODUCE pattern right=VERIFY
confirm that a performance fix left the results alone
performance, equivalence, reference, random input
Keep the slow version as a witness
a function was rewritten for speed
run the old and the new version over random and extreme inputs, compare the results, and then measure both
a faster function that is right only on the benchmark is the usual outcome
no difference in results, and a gain beyond the noise of several runs

# sw-5 VERIFY pattern right=EDIT
move validation from every caller into the constructor
validation, invariant, constructor, duplication
Make the wrong state impossible to build
several callers repeat one check, and one has forgotten it
put the check into the only place where the object is made, and delete the copies
whoever holds the object may then rely on it
building it with a bad value fails, and no caller checks any longer

# sw-6 EDIT pattern right=ANALYZE
decide whether slowness comes from the query or from the number of queries
database, query count, lazy loading, profiling
Count before you tune
a page becomes slower with every row it shows
log each statement with its duration, and see whether the number or the duration grows with the rows
lazy loading asks once for each row, and no index helps against that
the number of statements follows the number of rows

# sw-7 REPRODUCE pattern right=EDIT
give an enumeration a branch for values yet unknown
enumeration, forward compatibility, default branch, protocol
Keep what you do not understand
a newer sender uses a value that the receiver does not know
map unknown values to an explicit unknown member that carries the original, and pass it on unchanged
failing on it couples the releases of both sides
an unknown value survives the way in and out

# sw-8 ANALYZE pattern right=VERIFY
check that the new test guards the fix
regression test, revert, mutation, confidence
Take the fix away again
fix and test were written together
revert the fix alone, run the new test, and put the fix back
a test that passes without the fix watches something else
red without it and for the reported reason, green with it

# sw-9 ANALYZE pattern right=REPRODUCE
write a test that shows the wrong total for an empty basket
edge case, empty collection, failing test, reduction
Begin with the empty one
a report says that a sum fails for some customers
write the case with no items, with one, and with one that costs nothing, through the same function as the page
a reduction without a start value fails on nothing at all, and only then
the empty case fails with the error of the report

# sw-10 EDIT pattern right=VERIFY
make sure a renamed option still works under its old name
deprecation, compatibility, alias, warning
Run yesterday's configuration
an option was renamed and the old name kept as an alias
run with the old name, the new name, both and neither, and read result and warnings
the mixture of both is what upgraders have, and it is rarely tried
old and new agree, and both together give one clear warning

# sw-11 REPRODUCE pattern right=ANALYZE
work out which of two clocks a duration was measured with
monotonic clock, wall clock, duration, negative
A negative duration names its clock
a measured duration is sometimes negative or hours long
look up which clock feeds the start and which the end, and compare the moments of the odd values with adjustments of the system time
the wall clock may jump, the monotonic one may not, and mixing them gives nonsense
the odd values coincide with adjustments

# sw-12 VERIFY pattern right=REPRODUCE
provoke the failure that appears only with a slow disk
slow input, latency, fault injection, partial read
Slow down one dependency at a time
a reader fails on some machines with incomplete data
wrap the stream so that it delivers a few bytes for each call, with pauses
on a fast disk a single read returns everything, so a missing loop goes unnoticed
the reader returns a truncated result in every run

# sw-13 ANALYZE pattern right=EDIT
replace a chain of conditions by a table
dispatch table, conditions, extension, readability
Let data choose the branch
a new kind requires a change in several chains of conditions
collect the behaviour of each kind in one table, look it up once, and fail on a missing kind
chains drift apart, since nothing forces a new kind into all of them
adding a kind touches a single place, and existing kinds behave as before

# sw-14 REPRODUCE avoid right=VERIFY
judge a fix by more than the reported example
generalisation, similar cases, overfitting, review
The reported example is only one of them
the example from the report now works
do not stop there; try its neighbours: other types, the reverse order, empty and repeated values
a fix can fit the example and miss the rule behind it
the neighbours pass, or each failure is understood
`)
