import { expect, it } from 'vitest'
import { readBy, requireRead, whatWasRead } from './model-read.ts'

/** Readings of these texts, each in the mode that it was read in; remembers what was looked up. */
function readingsOf(read: Record<string, 'task' | 'subtask'>) {
  const asked: string[] = []
  const readings = async ({ text, mode }: { text: string; mode: 'task' | 'subtask' }) => {
    asked.push(`${text} ${mode}`)
    return read[text] === mode ? ({ plan: [] } as never) : null
  }
  return { asked, readings }
}
const task = { text: 'a whole task' }
const stage = { text: 'about to edit', category: 'EDIT' }
const other = { text: 'another task' }

it('keeps the questions that were read, in their order, and drops the others', async () => {
  const { readings } = readingsOf({ 'a whole task': 'task', 'about to edit': 'subtask' })
  expect(await whatWasRead([stage, other, task], readBy(readings))).toEqual([stage, task])
})

it('looks for the plan of a whole task, and for the category of what names one', async () => {
  const { readings, asked } = readingsOf({ 'a whole task': 'task' })
  await whatWasRead([task, stage], readBy(readings))
  expect(asked).toEqual(['a whole task task', 'about to edit subtask'])
})

it('a plan is no category: what was read as a task only was not read as a stage', async () => {
  const { readings } = readingsOf({ 'about to edit': 'task' })
  await expect(requireRead([stage], readBy(readings))).rejects.toMatchObject({ code: 'not-read' })
})

it.each([
  { says: 'where none was read', queries: [task, other] },
  { says: 'where there is no question', queries: [] },
])('is refused $says, with how many there are', async ({ queries }) => {
  const refused = whatWasRead(queries, readBy(readingsOf({}).readings))
  await expect(refused).rejects.toMatchObject({
    code: 'not-read',
    status: 409,
    message: `No model has read any of ${queries.length} questions.`,
  })
})

it('requires every one, and says how many are missing', async () => {
  const { readings } = readingsOf({ 'a whole task': 'task' })
  await requireRead([task, task], readBy(readings))
  await requireRead([], readBy(readings))
  await expect(requireRead([task, other, stage], readBy(readings))).rejects.toThrow(
    'No model has read 2 of 3 questions.',
  )
})

it('nothing was read where no readings are at hand', async () => {
  await expect(requireRead([task], readBy(undefined))).rejects.toThrow('1 of 1')
  await expect(whatWasRead([task], readBy(undefined))).rejects.toThrow('any of 1')
})
