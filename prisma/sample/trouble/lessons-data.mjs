import { blocks } from './blocks.mjs'

// Healthy lessons about values and their order: pages, operators, times, caches, defaults, sorting, rounding, text.
export const dataLessons = blocks(`
# page-a ANALYZE pattern
find which bound decides where one page ends and the next begins
pagination, off-by-one, bounds, slice
Compare the two bounds before blaming the query
a list loses or repeats exactly one row wherever two pages meet
write down whether start and end are inclusive in the caller, in the query and in the slice, and look for the layer that disagrees
one layer counts inclusively and the next exclusively, so the seam moves by a row
the sizes of all pages add up to the number of rows

# page-r REPRODUCE pattern
construct a failing test for a list that drops a row at the end of a page
pagination, page size, boundary, test data
One full page, then one row more
rows are said to vanish from a paged list
fill the store with exactly as many rows as fit on a page, then with one more, and walk through the real endpoint until it ends
only the full page and its successor touch the faulty bound; a half-filled page hides it
the second case fails and the first passes

# page-e EDIT pattern
make the cursor name the last row that was handed out
cursor, exclusive bound, keyset, next page
An exclusive cursor points at what was already served
the next page is asked for with everything after the cursor
take the key of the last returned row as cursor and use the surplus row only to know whether more follows
a cursor taken from the surplus row is skipped, since the comparison excludes it
joining the pages yields every key once

# page-v VERIFY pattern
prove that walking all pages serves every row exactly once
pagination, completeness, walk, property test
Walk the pages instead of looking at one
the page arithmetic was changed
walk from the first page to the end for zero rows, a full page, a page and one, and several pages, and compare the joined keys with the store
a single page can look right while the seams are wrong
no key is missing, none is doubled, and the walk ends

# refl-a ANALYZE pattern
find out why an operation works in one operand order only
operators, dispatch, reflected method, operand order
Ask which operand gets the first say
a product or sum works with the custom object on the left and fails with it on the right
check whether the class defines the reflected method and whether the left type claims the operation before it is asked
the right operand is consulted only when the left one declines
calling the reflected method by hand gives the expected value

# refl-e EDIT pattern
add the operator for the right-hand operand
operators, reflected method, commutative, decline
Decline what you do not know, reflect what you do
a numeric-like class supports an operator from the left only
define the reflected method, delegate to the same helper, and return the marker for not implemented on foreign types
raising an error instead of declining robs the other operand of its turn
both orders give equal results, and an unknown type still raises a type error

# refl-v VERIFY avoid
check operators of a numeric-like type in both orders
operators, sum, identity element, mixed types
A passing product says nothing about sum
a reflected operator was added and the one reported expression now works
do not stop there: try both orders for each operator, and the built-in sum, which begins with an integer zero
each operator has its own reflected method, and sum needs the one for addition
a table of operators, orders and types passes

# time-a ANALYZE pattern
decide whether a deadline is wrong by the zone or by the arithmetic
datetime, timezone, naive, expiry
A constant offset points at a missing zone
something expires too early or too late by whole hours, differently on a developer machine and in production
list where each timestamp is made and where it is compared, and mark the ones without a zone
values without a zone are read as local time by one side and as universal time by the other
the error equals the offset of the server

# time-r REPRODUCE pattern
make a zone bug appear on any machine
timezone, clock, environment, test
Set the zone in the test, not on the machine
a timestamp test passes locally although users see wrong hours
run the case under two zones far apart on either side of universal time, with a fixed clock close to midnight
a machine that runs in universal time makes both readings agree
the test fails in at least one zone before the fix

# time-e EDIT pattern
keep one kind of timestamp through the whole program
timezone, conversion, boundary, storage
Attach the zone where the value enters
aware and naive timestamps meet in a comparison
convert to an aware value at every entrance, store universal time, and turn it into local time only for display
a zone guessed later is a guess about the machine and not about the data
comparing a stored value with the clock raises no error and no conversion is left in the middle

# cache-a ANALYZE pattern
find which write leaves the cached value behind
cache, invalidation, write path, key
List the writers before you distrust the reader
a page shows old data until a restart or a timeout
collect every path that changes the record and note which of them clears or renews the cached copy
reads are shared and usually right; the forgotten path is a bulk change, an import or another process
one writer is left without invalidation, and the stale read follows it

# cache-r REPRODUCE pattern
show a stale read within one test
cache, warm read, mutation, stale
Read, change, read again
users see an old value after a change that was saved
warm the cache with a first read, change the record through the same path as the user, and read again without a restart
a test that reads only once never meets a warm cache
the second read returns the old value before the fix and the new one after it

# cache-e EDIT pattern
make the cache key hold everything the value depends on
cache, key, parameters, locale
Widen the key rather than clear more often
a cached result is correct for one caller and wrong for another
add the missing input, such as language or role, to the key
two different answers share a slot, and whoever comes first decides for both; clearing only changes who that is
two callers in turn receive their own answers, in both orders

# cache-v VERIFY pattern
confirm that invalidation did not switch the cache off
cache, hit rate, invalidation, cost
Count the expensive calls
stale data is gone after invalidation was added
count how often the underlying source is asked during repeated reads with one write in the middle
clearing too much also removes the symptom, at the price of the reason for the cache
one call before the write, one after it, and none for the other reads

# default-a ANALYZE pattern
explain why a second object starts with data of the first
mutable default, shared state, signature, instance
Look at the signature when fresh objects know too much
a newly made object already holds entries
print the identity of the container in two fresh objects, then look for a default that is evaluated once, in the signature or on the class
the default lives as long as the function, so every caller appends to the same container
both objects report one identity

# default-r REPRODUCE pattern
write a test in which one call poisons the next
mutable default, isolation, two calls, order
Two calls without the argument
results depend on what ran earlier in the same process
call the function twice with the argument left out, change the first result, and compare the second with an empty one
passing the argument replaces the shared default and hides it
the second call shows the leftover, also when this test runs alone

# default-e EDIT pattern
give each call its own container
mutable default, sentinel, factory, none
Make the container inside the call
a list, map or set stands as a default value
use a sentinel in the signature and create the container in the body, or a factory where the class declares its fields
creation then happens for each call and not once for all
an explicitly passed empty container is still used and not replaced by a new one

# sort-a ANALYZE pattern
tell an unstable order from wrong page arithmetic
sorting, ties, determinism, repeated rows
Reload before you count
rows repeat or vanish between pages, and not always the same ones
repeat the identical request several times and compare, then look for equal values in the sort key
arithmetic errs alike each time, while ties may be returned in any order
the responses differ, and all affected rows are tied

# sort-r REPRODUCE pattern
force ties to come out in another order
sorting, ties, shuffle, process
Let equal keys arrive in different orders
a report mentions a list that shuffles itself
insert several rows with the same sort key, read each page in a process of its own or after shuffling the input
within one process the engine tends to repeat itself and the test passes by luck
the joined pages miss a row in some runs

# sort-e EDIT pattern
make the order total
sorting, tie-breaker, unique key, pagination
End every order with something unique
rows are sorted by a column that may repeat
append a unique column to the sort key in the one place where all orders are built
once no two rows compare as equal, there is only one possible order, whatever the engine does
each offered order passes the test with tied rows, ascending and descending

# round-a ANALYZE pattern
find where a total loses its last digit
rounding, precision, sum, intermediate
Search for rounding before the sum
a total differs from the sum of its parts by a tiny amount
follow one amount from input to output and note each place where it is rounded, formatted or turned into a float
rounding each part lets the errors add up, rounding the end result does not
moving the rounding makes the difference vanish

# round-e EDIT pattern
round once, at the end
rounding, decimal, money, display
Carry full precision to the edge
amounts are rounded inside a calculation
keep exact decimals through the whole calculation and round in the function that presents or stores the final amount, with the mode named
each intermediate rounding throws away what the next step needs
shares of a total add up to it, for amounts that do not divide evenly

# round-v VERIFY pattern
choose amounts that reveal early rounding
rounding, test values, thirds, half
Test with thirds and with halves
a rounding fix is to be confirmed
use amounts that leave a remainder, many equal small parts, values exactly between two results, and negative ones
round numbers come out right under every rule, so they cannot tell the rules apart
the chosen amounts fail against the old code

# bytes-a ANALYZE pattern
explain why a length is right for plain text and wrong for accents
bytes, characters, encoding, length
Ask what the length counts
messages are cut or misread as soon as they hold accents or emoji
find each place that measures the text and note whether it counts characters, code units or encoded bytes
the header promises one unit and the body is measured in another
the difference equals the surplus bytes of the accented letters

# bytes-r REPRODUCE pattern
show a framing error with multi-byte text
bytes, framing, multi-byte, stream
Send two messages in a row
a length-prefixed stream breaks now and then
encode a message with an accented letter, follow it with a plain one, and read both from the same stream
a lone message may survive a short length, because the rest is only noticed by its successor
the second message cannot be read before the fix

# bytes-v VERIFY pattern
check a size limit at its edge with multi-byte text
bytes, limit, truncation, encoding
Probe the limit with wide characters
a limit in bytes was put in place of one in characters
build texts that fill the limit exactly and by one byte more, once with narrow and once with wide characters
only wide text tells the two units apart, and only the edge tells the comparison
no accepted text is cut inside a character

# falsy-a ANALYZE pattern
find out why zero is treated like no value
falsy, zero, default, missing
Zero is an answer
a setting of zero, an empty text or false has no effect
search the way of the value for a truthiness test or a default by logical or, and ask which legal values it rejects
such tests lump legal values together with missing ones
a value of one works where zero does not

# falsy-r REPRODUCE pattern
cover the legal values that look like nothing
falsy, parametrised test, empty, absent
One case for each falsy value
an option is ignored for certain inputs only
parametrise the test over zero, false, the empty text, the empty list, null and the option left out
each of them takes another branch, and reports usually name only one
the cases for null and absence pass while at least one legal value fails

# falsy-e EDIT pattern
replace a truthiness default by a test for absence
falsy, nullish, default, explicit check
Ask for absence by name
a default is chosen by truthiness
compare with null or undefined explicitly, or use the nullish operator, and treat not-a-number separately if the value was parsed
a default belongs to a missing value and not to a small one
zero survives the round trip and a missing value still gets the default

# uni-a ANALYZE pattern
explain why two names that look alike do not match
unicode, normalisation, comparison, lookup
Look at code points, not at glyphs
a lookup fails for a name with an accent that is plainly in the list
print the code points of both sides and see whether one is composed and the other decomposed
file systems, keyboards and exports choose different forms of the same letter
after normalising both sides in a scratch session, they match

# uni-v VERIFY pattern
verify case-insensitive search beyond English
unicode, case folding, search, locale
Try letters whose case is not one to one
a search was made case-insensitive
query with sharp s, dotless i and final sigma, in both directions, under another locale
lower-casing changes the length of some texts and depends on the language, which folding does not
each query finds its entry, and highlighting marks the right span

# coerce-r REPRODUCE pattern
feed the comparison with the types that really arrive
coercion, query string, comparison, type
Send the number as text
a filter by number works in unit tests and fails in the browser
drive the test through the parser of the request, so that values arrive as text, and use two numbers of different length
text compares letter by letter, which agrees with numbers only at equal length
the longer number sorts before the shorter one

# coerce-e EDIT pattern
convert input to its type where it enters
coercion, parsing, validation, boundary
Parse at the door and refuse what does not parse
values of mixed type reach a comparison
convert each parameter at the boundary with a strict parser and report what fails
lenient conversion turns rubbish into zero or not-a-number, and the comparison then answers silently
text with trailing letters is refused, and inner code sees one type
`)
