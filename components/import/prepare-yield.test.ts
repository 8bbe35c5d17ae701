import { expect, it } from 'vitest'
import { yieldSentence } from './prepare-yield.ts'

/** With plain blanks between a number and its unit. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

it('counts the stages that were found and those with a lesson', () => {
  const sentence = (lessonCount: number) => plain(yieldSentence({ stageCount: 41, lessonCount, reasons: [] }))
  expect(sentence(0)).toBe('41 stages found, no lesson yet.')
  expect(sentence(3)).toBe('41 stages found, 3 with a lesson.')
})
