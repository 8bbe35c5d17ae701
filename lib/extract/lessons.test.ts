import { describe, expect, it } from 'vitest'
import type { Experience } from '../memory/subtask.ts'
import { extractSubtasks } from './extract.ts'
import { makeRun, type ShortStep } from './fixtures/make-run.ts'

/** Lessons of a run of one stage that opens with this thought. */
function lessonsOf(
  ...steps: ShortStep[]
): { experience: Experience | null; skippedBecause: string | null }[] {
  return extractSubtasks(makeRun(steps)).map(({ experience, skippedBecause }) => ({
    experience,
    skippedBecause,
  }))
}
const EDIT = "sed -i 's/a/b/' shop/paging.py"
const READ = 'cat shop/paging.py'
const REPRODUCE = 'python repro.py'
const FAULT = 'Traceback (most recent call last):\nAssertionError'
const TESTS = 'pytest -q'

const edit = (thought: string) => lessonsOf([thought, EDIT])[0]?.experience ?? null
const analyze = (thought: string) => lessonsOf([thought, READ])[0]?.experience ?? null
const reproduce = (thought: string) =>
  lessonsOf([thought, "cat > repro.py <<'EOF'\nassert False\nEOF"], ['Run it.', REPRODUCE, FAULT, 1])[0]
    ?.experience ?? null
const verify = (thought: string) =>
  lessonsOf(['Change `<`.', EDIT], [thought, TESTS, '4 passed in 0.1s'])[1]?.experience ?? null

describe('leaves out what says nothing outside its run', () => {
  it.each([
    [
      'an object that is a pronoun',
      'I should convert it to an immutable tuple because callers mutate the list.',
    ],
    ['a place that was named before', 'I need to add the asynchronous methods and their cache there too.'],
    [
      'an object of which abstraction left no word',
      'I should install the `frobnicator` using the `zorb`, so that the session is stored.',
    ],
    [
      'how the text is edited',
      'I need to skip lines until the next dedent, so that the whole cache method is replaced.',
    ],
    ['a change into nobody knows what', 'I need to update the error message and the session cache.'],
    ['a purpose that points back', 'I need to modify the cursor cache of the session to use it.'],
    ['a note on documentation', 'I should update the docstring so that the cache is described.'],
  ])('%s', (_, thought) => {
    expect(edit(thought)).toBeNull()
  })

  it('tidying up before handing in', () => {
    expect(verify('Let me remove the reproduction scripts before submitting the session change.')).toBeNull()
  })

  it('a question whether something exists at all', () => {
    expect(
      analyze(
        'I need to check if there are callbacks where the session cache is invalidated and whether they need a lock.',
      ),
    ).toBeNull()
  })

  it('a change that only a diff shows, without a word on why', () => {
    const cmd = "sed -i 's/rows < last/rows <= last/' shop/paging.py"
    const [bare] = lessonsOf(['Let me apply it.', cmd])
    const [reasoned] = lessonsOf(['The last row is dropped because the upper bound is exclusive.', cmd])
    expect(bare?.experience).toBeNull()
    expect(reasoned?.experience).toMatchObject({
      do: 'Replace `<` by `<=` in the condition that decides.',
      because: 'The last row is dropped because the upper bound is exclusive.',
    })
  })

  it('and says that it lacks the reason, not that there was no advice', () => {
    expect(lessonsOf(['I should keep the session cache.', EDIT])[0]?.skippedBecause).toBe(
      'it says what to do, and neither why nor for which case',
    )
  })
})

describe('keeps parts together that speak of one thing', () => {
  const advice = 'I need to round the amounts after the sum, instead of rounding every row.'

  it('takes a reason that shares words with the advice', () => {
    expect(
      edit(`${advice} Rounding every row loses a cent, because the amounts are summed afterwards.`)?.because,
    ).toBe('Rounding every row loses a cent, because the amounts are summed afterwards.')
  })

  it('leaves the reason empty when the only cause is about something else', () => {
    const experience = edit(`${advice} The clock is slow because the timer never fires in the background.`)
    expect(experience).toMatchObject({ because: '' })
  })

  it('takes no situation in which everything works', () => {
    const experience = edit(`${advice} If the amounts of a row are integers, rounding the sum works fine.`)
    expect(experience).toMatchObject({ when: '' })
  })

  it('takes a situation in which something goes wrong', () => {
    const experience = edit(
      `${advice} When the amounts have three decimals, the sum of the rows loses a cent.`,
    )
    expect(experience?.when).toBe('When the amounts have three decimals, the sum of the rows loses a cent.')
  })

  it('does not call the class of an error a situation', () => {
    const [subtask] = lessonsOf(
      [
        'I will write a script that sums rows with three decimals, because rounding every row loses a cent.',
        "cat > repro.py <<'EOF'\nassert False\nEOF",
      ],
      ['Run it.', REPRODUCE, 'Traceback (most recent call last):\nTypeError', 1],
    )
    expect(subtask?.experience).toMatchObject({ when: '' })
  })
})

describe('says what belongs to the stage', () => {
  it('a repair that an analysis ends in is put as one to consider', () => {
    expect(
      analyze(
        'I should escape the quotes before the parts are joined, because the parser unescapes every part by itself.',
      )?.do,
    ).toMatch(/^Consider this repair: escape the quotes/)
  })

  it('a test to be written is no repair', () => {
    expect(
      analyze(
        'I should create a script that defines a session without a cache and checks for the error message.',
      ),
    ).toBeNull()
  })

  it('a repair is no way to reproduce', () => {
    expect(
      reproduce('I will add the missing colon, because the parser raises a SyntaxError without it.'),
    ).toBeNull()
  })

  it('trouble under a condition is a case for every stage', () => {
    const trouble = 'When the buffer is empty, the parser raises an error and the connection is lost.'
    expect(reproduce(trouble)?.do).toBe(`Build this case: w${trouble.slice(1)}`)
    expect(analyze(trouble)?.do).toBe(`Look for this fault: w${trouble.slice(1)}`)
  })
})

it('gives a title that is a whole sentence where the first words are none', () => {
  expect(
    analyze('The problem is that an empty string at the end of a text in the archive is never escaped.')
      ?.title,
  ).toBe('An empty string at the end of a text in the archive is never escaped')
})
