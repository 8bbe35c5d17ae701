import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { EntryDraft } from './entry-draft.ts'
import { isTooLong, LessonFields, missingTexts } from './lesson-fields.tsx'

const EMPTY: EntryDraft = {
  objective: '',
  keywords: '',
  title: '',
  when: '',
  do: '',
  because: '',
  check: '',
}
const drawn = (more: Partial<Parameters<typeof LessonFields>[0]>) =>
  renderToStaticMarkup(<LessonFields draft={EMPTY} onText={() => {}} {...more} />)

test('typing begins in the first field only where the form says so: a merge begins at its button', () => {
  expect(drawn({})).not.toContain('data-autofocus')
  expect(drawn({ isFirst: true }).match(/data-autofocus/g)).toHaveLength(1)
})

test('each field has what stands below it, and the hint that the form gives it', () => {
  const html = drawn({
    hintOf: (field) => (field === 'do' ? 'the same in all' : undefined),
    below: (field) => <i>{field}</i>,
  })
  expect(html).toContain('the same in all')
  expect(html).toContain('the situation')
  expect(html.match(/<i>/g)).toHaveLength(7)
})

test('a lesson needs an objective, a title and what to do, and no more words than one may have', () => {
  expect(missingTexts({ ...EMPTY, title: ' ', do: 'Ask for one more.' })).toBe(
    'Still needed: objective, title.',
  )
  const whole = { ...EMPTY, objective: 'a', title: 'b', do: 'c' }
  expect([missingTexts(whole), isTooLong(whole)]).toEqual([null, false])
  expect(isTooLong({ ...whole, because: 'word '.repeat(400) })).toBe(true)
})
