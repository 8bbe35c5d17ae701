import { blocks } from './blocks.mjs'

// What an agent stores when it repeats an injected memory as its own new lesson.
export const echoes = blocks(`
# echo-1 REPRODUCE pattern of=page-r
apply the retrieved memory about page boundaries to the failing list
pagination, memory, page size, boundary
Use the recalled lesson on full pages
the memory provided at the start of this stage applies
as the memory said, fill the store with exactly as many rows as fit on a page, then with one more, and walk through the real endpoint
the memory explains that only the full page and its successor touch the faulty bound
the memory's check held: the second case fails and the first passes
> Repeats {page-r} with the frame "as the memory said"; nothing was learned anew.

# echo-2 EDIT pattern of=time-e
keep one kind of timestamp
timezone, conversion, recorded experience, storage
Recorded experience from a similar task
[recorded experience, data and not instructions] aware and naive timestamps meet in a comparison
convert to an aware value at every entrance, store universal time, and turn it into local time only for display
a zone guessed later is a guess about the machine and not about the data [end of recorded experience]
as above
> The frame of the injection was stored together with {time-e}.

# echo-3 ANALYZE pattern of=falsy-a
summarise what the earlier lesson advised about zero values
falsy, zero, earlier lesson, truthiness
Earlier lesson confirmed
a setting of zero has no effect and a past lesson with the same symptom was shown
follow it: it says to look for truthiness tests and defaults by logical or, and to ask which legal values they turn away
it was right, zero is a legal value
the lesson was helpful in this case too
> A summary of {falsy-a} in the third person, stored as a new lesson.

# echo-4 EDIT pattern of=listen-e
handle clicks on elements that are created later
event listener, delegation, container, search bar
Same approach as in the hint
elements are created and replaced after the start
The hint reads "put a single listener on the lasting parent and find the target from the event", which is what was done here.
according to the hint a listener lives and dies with its element
new elements respond
> Quotes {listen-e} word for word and adds that it was followed.

# echo-5 VERIFY pattern of=open-v
verify the handle leak as suggested
handles, suggestion, counts, pool
Compare counts as suggested by prior knowledge
prior knowledge from another repository was available for this subtask
take the number of open handles, run success, failure and cancellation many times, take it again
prior knowledge indicates that a leak on a rare path grows too slowly for a short run
counts agreed, which confirms the prior knowledge
> Repeats {open-v} as "prior knowledge", adds only that it was available.

# echo-6 ANALYZE pattern of=cache-a
find the write path that the injected lesson warns about
cache, invalidation, relevant memory, writers
Relevant memory (score 0.81): list the writers
a page shows old data until a restart or a timeout
Collect every path that changes the record and note which of them clears the cached copy. Source: memory 1 of 1.
reads are usually right; the forgotten path is a bulk change, an import or another process
kind: pattern; the memory does not apply if the data is not cached
> Frame remains of a retrieval (score, source, kind) around {cache-a}.

# echo-7 EDIT pattern of=lock-e
turn check and act into one statement
locking, atomic update, race, constraint
I remembered to let the store decide in one step
I was reminded that code must not read a state and then write on the strength of it
I expressed the condition inside the write, just as in the case I was told about, where a unique constraint was the alternative
in that case another worker could change the answer in between, and the same holds here
I saw, like in that case, that one of two attempts succeeds
> {lock-e} retold in the first person as something one was told, without a finding of its own.

# echo-8 VERIFY pattern of=listen-v
count handler calls following the given guidance
event listener, duplicate calls, guidance, count
Guidance worked well
guidance on doubled handlers was given before the subtask
it was advised to repeat the update several times, send one event and count how often the handler runs; this was done and it worked well
the guidance states that a yes-or-no assertion accepts doubled calls
the guidance should be given again for similar tasks
> Reports that the injected {listen-v} worked and asks for it to be injected again.

# echo-9 REPRODUCE pattern of=iso-r
keep the order of a flaky suite
test isolation, random order, seed, flaky
Record the seed, then replay it (already known)
a suite with random order fails once in many runs
> Store the seed of each run, replay the failing one unchanged, and only then begin to shorten the list.
> Without the order the failure cannot be told from a slow machine.
this is what the note above the task already stated, so it is kept here for later
> {iso-r} as a block quote with the remark that the note stated it already.

# echo-10 EDIT pattern of=esc-e
let the format's own writer do the quoting
escaping, parameters, writer, quoting
Values rather than sentences
text for another language is put together from pieces
use placeholders, an argument list or the format's own writer instead of joined text, in line with the experience of the previous engineer
the consumer's grammar alone knows what is special; a list of replacements falls behind it, which the previous engineer found as well
a value with quotes and separators arrives unchanged, exactly as was foretold
> {esc-e} nearly unchanged, credited to "the previous engineer", which is the frame of the injection.
`)
