import { expect, it } from 'vitest'
import { hollowness, isDangling, isFragment, isRunTalk } from './sense.ts'

it.each([
  'If the listener is attached in the constructor.',
  'The text for the handler to say more about the session.',
  'Hours that shift by one day, and a change after the restart.',
  'Only two of them - the rest in another zone.',
  'The report suggests:',
  'With the same seed.',
])('knows a fragment: %s', (text) => {
  expect(isFragment(text, 'statement')).toBe(true)
})

it.each([
  'If the listener is attached in the constructor, the click is lost.',
  'The text that the handler says is too long.',
  'After a reconnect the page has to load again.',
  '`cls` is not passed on, so the recursive call takes the default.',
  'Users expect the list to be sorted.',
  'The method copies the rows.',
])('knows a sentence: %s', (text) => {
  expect(isFragment(text, 'statement')).toBe(false)
})

it.each([
  'Convert it to a tuple.',
  'Add the new methods there too.',
  'Check if it falls back to the old zone.',
  'Fix this bug, since it hides the message.',
  'Test the other case with an open session.',
])('knows an order that leans on what was said before: %s', (text) => {
  expect(isDangling(text, 'imperative')).toBe(true)
})

it.each([
  'If the value is a list, convert it to a tuple.',
  'Convert the list to a tuple and return it.',
  'Write the class in this form: a skeleton once, then two listeners.',
  'Copy the rows before sorting, so that this copy of the rows is the only one that moves.',
])('knows an order that names what it means: %s', (text) => {
  expect(isDangling(text, 'imperative')).toBe(false)
})

it('counts the things that have no name left, a bare container as half', () => {
  expect(hollowness('Install the package using the value.')).toBe(1)
  expect(hollowness('Pass the expression to another value of the function.')).toBe(1.5)
  expect(hollowness('Move `x = self[y]` into the block.')).toBe(2)
  expect(hollowness('Return early when the value is empty.')).toBe(0)
  expect(hollowness('Keep the page size in the cursor.')).toBe(0)
})

it('knows talk about the run and its people', () => {
  expect(isRunTalk('The user thinks the order should be stable.')).toBe(true)
  expect(isRunTalk('Wrap the call, since you are in a container.')).toBe(true)
  expect(isRunTalk('The order of equal keys is not stable.')).toBe(false)
})
