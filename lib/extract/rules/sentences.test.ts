import { expect, it } from 'vitest'
import { lower, shorten } from './imperative.ts'
import { findParticulars } from './particulars.ts'
import { commentsOf, sentencesOf } from './sentences.ts'

it.each([
  ['Sort the rows', 'sort the rows'],
  ['A row is lost', 'a row is lost'],
  ['Python closures look late', 'Python closures look late'],
  ['IndexError is raised', 'IndexError is raised'],
  ['JSON is read', 'JSON is read'],
  ['None is returned', 'None is returned'],
  ['Set the bound', 'set the bound'],
  ['`Zip` stops', '`Zip` stops'],
])('puts “%s” inside a sentence as “%s”', (text, inside) => {
  expect(lower(text)).toBe(inside)
})

it('shortens a sentence at its clauses, the least telling first, or not at all', () => {
  expect(shorten('Sort by the id (the key) so that ties are kept', 6)).toBe('Sort by the id')
  expect(shorten('Sort by the id (the key) so that ties are kept', 9)).toBe(
    'Sort by the id so that ties are kept',
  )
  expect(shorten('one two three four five six seven', 4)).toBeNull()
  expect(shorten('Sort by id.', 4)).toBe('Sort by id')
})

it.each([
  ['it took 12 ms', ['12']],
  ['in 2024 and 17', ['2024', '17']],
  ['costs 3.50 for 1,234 rows', ['3.50', '1,234']],
  ['50% at 10:30', ['50%', '10:30']],
  ['as Marit Lee said in Lillevik', ['Marit Lee', 'Lillevik']],
  ['after 3 retries on page 2', []],
  ['HTTP 404 and 65535, 64 bits', []],
  ['v1.2.3 of a 12-row page', []],
  ['in Python and Unicode, as Numbers are', []],
])('finds in “%s” what belongs to one run: %j', (text, wanted) => {
  expect(findParticulars(text).map(({ start, end }) => text.slice(start, end))).toEqual(wanted)
})

it.each([
  ['One. Two three four five! Is it so? Yes.', ['Two three four five!', 'Is it so?']],
  [
    'e.g. this one is fine. The other one, i.e. that.',
    ['e.g. this one is fine.', 'The other one, i.e. that.'],
  ],
  [
    'First line of it\ncontinues in small letters.\nThen another.',
    ['First line of it continues in small letters.', 'Then another.'],
  ],
  [
    '- item one is here\n* item two is here\n\n# Heading of it\nText after it.',
    ['item one is here', 'item two is here', 'Text after it.'],
  ],
  ['1. first point here\n2) second point here', ['first point here', 'second point here']],
  ['```\ncode. here. is\n```\nAfter the fence.', ['After the fence.']],
  ['~~~\nan open fence. Takes all.', []],
  ['    indented code. here\nNot indented here.', ['Not indented here.']],
  ['| a | b. c |\ntext is here', ['text is here']],
  ['The call `a.b. C` is. Another one here.', ['The call `a.b. C` is.', 'Another one here.']],
  ['**Bold sentence here.** Next one here.', ['Bold sentence here.', 'Next one here.']],
  ['It stands at p. twelve of it. Next one is here.', ['It stands at p. twelve of it.', 'Next one is here.']],
  ['Version 3.11 is used. File a.py is read.', ['Version 3.11 is used.', 'File a.py is read.']],
  ['', []],
])('cuts %j into sentences', (text, sentences) => {
  const found = sentencesOf(text).map(({ start, end }) => text.slice(start, end))
  expect(found.map((one) => one.replace(/\s+/g, ' '))).toEqual(sentences)
})

it('takes long comments on lines of their own for what their writer said, with their places', () => {
  const script =
    '# This comment says why it is done\nx = 1\n// Another comment that says a lot more\n# short one\n  # Indented comments count as well here\nx # Trailing comments are not counted here'
  expect(commentsOf(script).map(({ start, end }) => script.slice(start, end))).toEqual([
    'This comment says why it is done',
    'Another comment that says a lot more',
    'Indented comments count as well here',
  ])
})
