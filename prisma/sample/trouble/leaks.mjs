import { blocks } from './blocks.mjs'

// Lessons that kept what belongs to one run: paths, identifiers, lines, tickets, hosts, people.
export const leaks = blocks(`
# leak-1 ANALYZE pattern repo=brackwater/tollgate num=884
find why the toll summary counts one vehicle twice
boundary, interval, inclusive, summary
Half-open intervals in src/tollgate/rollup/windows.py
a summary over adjacent intervals counts an event twice
open src/tollgate/rollup/windows.py and see whether both ends of the interval are inclusive
an event exactly on the seam belongs to both neighbours
the sum over all intervals equals the number of events
> Relative path of the repository in title and do.

# leak-2 REPRODUCE pattern repo=fennimore/pressroom num=213
reproduce the truncated article
encoding, chunk, decoder, stream
Cut inside a letter
streamed text loses a letter now and then
from /home/ci/build/pressroom/tests run the reader with a chunk size that cuts a two-byte letter
a decoder without state cannot join the halves
a replacement character appears
> Absolute path of a build machine in do.

# leak-3 EDIT pattern repo=halyard-io/halyard num=1307
stop two sessions from sharing the options of HalyardSessionFactory
mutable default, options, session, copy
Copy the options for each session
two sessions influence each other's options
copy the options before with_rigging() stores them
a default table is created once and then shared
two sessions with different options keep them apart
> A class of the repository in objective and its method in do.

# leak-4 ANALYZE pattern repo=oxbow/oxbow-cache num=59
find the writer that forgets to invalidate
cache, invalidation, import, writer
The nightly import forgets the cache
data is old in the morning and right after the first change by hand
compare the writers; the import around line 412 skips the invalidation that the others call
bulk code bypasses the layer that clears entries
clearing by hand after the import repairs the view
> A line number of one version in do.

# leak-5 VERIFY pattern repo=larkspur/waybill num=4471
check that labels are printed once for each parcel
retries, duplicate, idempotency, printing
One parcel, one label
a retry was added to the printing of labels
as in waybill__waybill-4471, cut the connection after the request was sent and count the labels
a lost answer looks like a failure to the sender
one label, and a note about the repeated attempt
> The id of its own instance in do.

# leak-6 EDIT pattern repo=brackwater/tollgate num=902
give the nightly job the zone of the road operator
timezone, schedule, daylight saving, job
Schedule in the zone of the customer
a daily job runs an hour off for half of the year
store the zone with the schedule and compute the next run in it
a fixed offset is right in one season only, which is what TOLL-2093 was about
the job runs at the same local hour on both sides of the change
> A ticket number, in because, that nobody else can look up.

# leak-7 ANALYZE pattern repo=cobblestone/meridiem num=77
explain the pauses between requests
connection pool, exhaustion, waiting, timeout
Look at the pool before the network
requests wait at intervals, without load on the machine
ask the pool how many connections are lent out; here db-replica-03.ams.meridiem.internal had handed out all of its own
a lent connection that is not returned looks like a slow network
the waiting ends when the borrower is fixed
> Internal host name inside an otherwise sound lesson.

# leak-8 REPRODUCE pattern repo=larkspur/waybill num=4502
reproduce the wrong sum on consignments
rounding, currency, shares, remainder
Amounts that cannot be divided
shares of an amount do not add up
split an amount that leaves a remainder over three recipients, like the January consignment of Brandvold Seafood
rounding each share on its own loses the remainder
the sum of the shares is a cent short
> Name of a customer, easy to overlook.

# leak-9 VERIFY pattern repo=fennimore/pressroom num=240
check that corrections reach the readers
cache, purge, edge, publication
Read where the readers read
a correction was published and the purge called
fetch the article through the edge and not from the origin; ask i.hallgrim@pressroom.example for a reader account
the origin is always fresh and proves nothing
the corrected sentence arrives within the promised time
> E-mail address of a person.

# leak-10 EDIT pattern repo=oxbow/oxbow-cache num=73
restore the old order of listeners
event listener, order, priority, regression
Keep the order of registration
listeners run in another order than before 9f3c2e71b0
go back to the ordered list that a set had replaced, and remove duplicates when adding
a set promises no order, and some listeners prepare what others read
the listeners run in the order in which they were added
> A commit hash of one repository in when.

# leak-11 ANALYZE pattern repo=halyard-io/halyard num=1322
find where the wind angle flips its sign
normalisation, angle, modulo, sign
Modulo differs between languages
an angle jumps to its negative after a port
compare how both languages treat the remainder of negative numbers, as normalise_bearing did after the port
one keeps the sign of the dividend, the other that of the divisor
both agree once the remainder is made positive
> A function name slipped into a comparison; no brackets, no code marks.

# leak-12 REPRODUCE avoid repo=cobblestone/meridiem num=91
reproduce the double booking
race, booking, transaction, isolation
Parallel bookings in one slot
two people hold one slot
do not try it through the page; two transactions that both read slot 48213 before writing show it at once
each transaction sees the slot as free
both commits succeed
> A number of one run's data in do.

# leak-13 VERIFY pattern repo=quarrystone/lodestar num=15
check that the map survives an update
upgrade, user data, migration, rollback
Upgrade with data of a real size
an upgrade changes the format of stored maps
upgrade a copy with many layers, open it with the new version, and roll back
an empty profile has nothing to convert
lodestar opens every layer, and the copy in C:\\Users\\tveit\\AppData\\Roaming stays as it was
> Windows path with a user's name, and the product's name, in check.

# leak-14 EDIT pattern repo=quarrystone/lodestar num=22
read layers lazily without losing errors
lazy loading, generator, error, scope
Open errors early, read late
a lazy reader raises far away from its cause
validate the header at once and yield the rows later, instead of doing both in LayerReader::rows
a generator runs nothing until its first value is asked for
a bad header is reported where the file is opened
> Type and method of the repository with a double colon.

# leak-15 ANALYZE undetermined repo=fennimore/pressroom num=266
find out why one worker of the newsroom lags
queue, ordering, slow consumer, partition
One slow partition holds the rest
some messages arrive late and in bursts, as on the machine that Siobhan set up for the Ostrava desk
compare the age of the oldest message for each partition, and look for one that is far behind
messages of a partition wait for each other
the lag moves with the slow key
> A colleague's name and an office in when; reads like a harmless aside.

# leak-16 REPRODUCE pattern repo=brackwater/tollgate num=931
run the failing export alone
export, escaping, delimiter, test selection
Only the failing case
exported lines are split at the wrong place
python -m pytest tests/export/test_semicolon.py::TestSemicolon::test_quoted_plate -x -q
the delimiter in a value is not quoted
the test is red
> The do is the command line of the run: test path, class and test name.

# leak-17 EDIT pattern repo=oxbow/oxbow-cache num=88
make the eviction honour pinned entries
eviction, pinned, least recently used, oxbow
Skip what is pinned
pinned entries disappear under pressure
pass over pinned entries when choosing the victim, and fail if nothing else is left; oxbow did it the other way round before its third release
the least recently used entry is often the pinned one
pinned entries survive a full cache
> The repository's name in do and keywords, with its release history.

# leak-18 VERIFY pattern repo=cobblestone/meridiem num=104
check that reminders go out once after a failover
failover, scheduler, lease, duplicate
Fail over in the middle of a batch
a scheduler was given a lease
stop the leader in the middle of a batch and count what is sent
the successor must know how far the leader came
each reminder once; on 10.40.7.12 it took the successor until 03:14:07 to take over
> Address and time of one run, in check.
`)
