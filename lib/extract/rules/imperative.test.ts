import { expect, it } from 'vitest'
import { plainSentence, plainSentences, shorten } from './imperative.ts'

it.each([
  ["Okay, now let me check that the cursor isn't lost.", "Check that the cursor isn't lost."],
  ['I should also wrap the comparison in a guard clause.', 'Wrap the comparison in a guard clause.'],
  ['The fix is to return None when the page is empty.', 'Return None when the page is empty.'],
  ['To keep ties stable, I need to sort by the unique id.', 'To keep ties stable, sort by the unique id.'],
  ['I can see that the listener is attached too early.', 'The listener is attached too early.'],
])('%s becomes: %s', (raw, expected) => {
  expect(plainSentence(raw)?.text).toBe(expected)
})

it.each([
  "I've fixed the paging bug already.",
  'Is the cursor lost here?',
  'Let me look at the following code:',
  'I ran the tests and they failed.',
])('drops chatter: %s', (raw) => {
  expect(plainSentence(raw)).toBeNull()
})

it('makes two of a fact and what follows from it', () => {
  expect(
    plainSentences(
      'The bounds are documented as inclusive, so I keep the bounds and change the comparison.',
    ).map((p) => p.text),
  ).toEqual(['The bounds are documented as inclusive.', 'Keep the bounds and change the comparison.'])
})

it('shortens at the end of a clause and never inside a condition', () => {
  expect(shorten('Sort by the unique id, because ties have no order of their own.', 6)).toBe(
    'Sort by the unique id',
  )
  expect(
    shorten('Ensure that when the page is empty, the cursor is None and stays so for good.', 7),
  ).toBeNull()
})
