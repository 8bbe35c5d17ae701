import { blocks } from './blocks.mjs'

// Near-duplicates of healthy lessons, from other instances. Copies and light edits name the original and what differs.

export const copied = ['page-r', 'cache-e', 'listen-v', 'retry-e', 'swallow-a']

export const edited = [
  {
    of: 'sort-e',
    change: {
      title: 'End each order with something unique',
      do: 'append a unique column to the sort key, in the one place where all of the orders are built',
    },
    note: 'Two fields of the original with one word changed and a comma added.',
  },
  {
    of: 'falsy-a',
    change: {
      objective: 'find out why a zero is treated as if no value were given',
      because: 'such tests lump legal values together with the missing ones',
      keywords: ['falsy', 'zero', 'default', 'absent value'],
    },
    note: 'Objective reworded, the lesson itself is the same text.',
  },
  {
    of: 'mig-r',
    change: {
      when: 'a migration succeeds in the pipeline and fails on a real installation',
      do: 'start from the previous schema, insert rows with duplicates, nulls and very long values, and then migrate',
      check: 'the migration stops at the very constraint that was reported',
    },
    note: 'Three fields with swapped words, nothing new.',
  },
  {
    of: 'await-v',
    change: {
      title: 'Let the test fail on unhandled rejections',
      because: 'a sleep in the test provides the wait that the code owes',
      check: 'the tests pass with the collaborator slow and fast',
    },
    note: 'Synonyms in three fields; same lesson.',
  },
  {
    of: 'open-e',
    change: {
      objective: 'release the resource on every way out',
      title: 'Bind the release to the scope',
      when: 'a resource is closed in the last line of a function with several exits',
    },
    note: 'Lightly edited opening, do and because untouched.',
  },
]

export const paraphrased = blocks(`
# dup-time-r REPRODUCE pattern of=time-r
get a failing case for wrong hours without depending on where the test runs
clock, utc offset, local time, midnight
Let the test choose where it is
users abroad complain about shifted times, your own run is green
freeze the clock shortly before a change of day and execute the case as if in the Pacific and then as if in eastern Asia
on a host set to UTC, local and universal readings coincide, so nothing can go wrong there
without the repair at least one of the two places is red
> Paraphrase of {time-r}: two distant zones, frozen clock near midnight, in other words.

# dup-cache-a ANALYZE pattern of=cache-a
identify the modification after which an outdated copy keeps being served
invalidation, outdated copy, bulk import, mutation
Every place that modifies, one by one
what is displayed lags behind the database until the process is started again
make an inventory of everything that alters the row, such as imports, batch jobs and other services, and tick those that evict the stored copy
fetching goes through one shared function and is seldom at fault; what gets overlooked is a rare way of altering
an unticked path is found, and using it makes the display lag
> Paraphrase of {cache-a}: list writers and find the one without invalidation.

# dup-listen-e EDIT pattern of=listen-e
make controls that are drawn later react as well
delegation, dynamic markup, bubbling, parent node
Let the parent do the listening
buttons that come into being after loading do not react
register once on an ancestor that is never redrawn and decide by the origin of the event which control was meant
a handler vanishes together with the node it was put on, and the ancestor remains
controls drawn at any time work, and redrawing ten times still gives one reaction
> Paraphrase of {listen-e}: delegation on a lasting ancestor.

# dup-iso-a ANALYZE pattern of=iso-a
discover which earlier case breaks a later one
bisection, leftover state, suite order, culprit
Bisect the predecessors
on its own a case is green, within the whole run it is red
leave the red one at the end, throw away half of what precedes it again and again until a single predecessor remains, and read what that one leaves in globals or tables
something it altered was never put back, and so is still there for whoever comes next
the pair is red, the reversed pair is green
> Paraphrase of {iso-a}: halve the tests that run before and inspect what the culprit leaves behind.

# dup-lock-e EDIT pattern of=lock-e
close the window between looking and acting
concurrency, compare and set, unique index, conditional write
Let the database be the referee
the program looks something up first and then stores something that relies on what it saw
move the condition into the update itself, or let a unique index refuse the second one and deal with that refusal
meanwhile somebody else can slip in and make the earlier look untrue
two attempts at the same moment: one goes through, the other learns that it lost
> Paraphrase of {lock-e}: atomic conditional write instead of check then act.

# dup-bytes-v VERIFY pattern of=bytes-v
try a maximum length where one letter takes several bytes
utf-8, maximum size, boundary value, truncation
Emoji at the very edge
a maximum is now meant to be measured in encoded size
take strings of exactly the permitted encoded size and strings that exceed it by a single byte, in ascii and again in emoji
ascii has the same size either way, so it says nothing about the unit, and values far from the maximum say nothing about the comparison sign
whatever is accepted decodes again without a broken last letter
> Paraphrase of {bytes-v}: probe the byte limit at its edge with narrow and wide text.

# dup-swallow-v VERIFY pattern of=swallow-v
see to it that a batch with a bad item does not look fine to its caller
batch, exit code, visibility, error report
Stand where the user stands
the way a batch deals with failing items has been reworked
make an item halfway through go wrong, then read what comes out of the program: its code, its summary, and whether the rest was processed
unit tests look at the raise deep inside, yet only what the topmost function lets through is seen
non-zero code, the bad item is mentioned by name, its successors are complete
> Paraphrase of {swallow-v}: break one item and look from outside.

# dup-refl-a ANALYZE pattern of=refl-a
understand why swapping the two sides of an expression breaks it
arithmetic protocol, right operand, type dispatch, commutativity
The left side is asked before the right
an expression is fine when our own object comes first and breaks when a plain number does
see if there is a right-hand variant of the method, and whether the plain type grabs the operation before ours has a chance
our object only gets its turn once the other has said that it cannot handle the case
invoking the right-hand variant directly yields what was wanted
> Paraphrase of {refl-a}: look for the reflected method and who is asked first.
`)
