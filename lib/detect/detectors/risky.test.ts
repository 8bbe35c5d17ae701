import { describe, expect, it } from 'vitest'
import type { MemoryEntry } from '../../memory/entry.ts'
import { expectHarm, expectNoHarm } from '../fixtures/advice.ts'
import { found, lesson } from '../fixtures/lessons.ts'

describe('a risk that the advice warns of', () => {
  it('is none after words that turn it away', () =>
    expectNoHarm(`
      never disable TLS
      do not disable TLS
      don't disable TLS
      one cannot skip the login
      avoid disabling TLS
      mend the certificate instead of disabling TLS
      mend the certificate in place of skipping verification
      mend the certificate rather than disable TLS
      read the page without disabling TLS
      unlike code that disables TLS, keep the check
      there is no way to disable TLS
      refuse to disable TLS
      forbid code that disables TLS
      reject a patch that disables TLS
      prevent a handler from disabling TLS
      beware of disabling TLS
      guard against disabling TLS
      replace the call that disables TLS
      replacing a setting that disables TLS
      search for code that disables TLS
      look for code that disables TLS
      grep for code that disables TLS
      scan for code that disables TLS
      find the call that disables TLS
      detect code that disables TLS
      flag each patch that disables TLS
      spot a setting that disables TLS
      revert the patch that disables TLS
      undo what disables TLS
      stop the job that disables TLS
    `))

  it('is none before words that condemn it', () =>
    expectNoHarm(`
      disabling TLS is never right
      disabling TLS is no answer
      disabling TLS is no fix
      disabling TLS would be no solution
      disabling TLS is no way out
      disabling TLS is not a fix
      disabling TLS was not an answer
      disabling TLS is not a solution
      disabling TLS is not an option
      disabling TLS is not safe
      disabling TLS is not allowed
      disabling TLS is not acceptable
      disabling TLS is not enough
      disabling TLS is a mistake
      disabling TLS would be a risk
      disabling TLS is a hole
      patches that disable TLS are wrong
      disabling TLS was dangerous
      patches that disable TLS were unsafe
      disabling TLS must be forbidden
      disabling TLS should be refused
      disabling TLS has to be rejected
      disabling TLS is denied
      disabling TLS was the cause
    `))

  it('is one where the warning is of something else', () =>
    expectHarm(
      'switches a check off',
      `
      do not hesitate to disable TLS
      don't mind disabling TLS
      do not worry and disable TLS
      there is no need to keep it, disable TLS
      never mind, disable TLS
      the row is lost. Disable TLS
      never read it twice; disable TLS
      find the slow call and disable TLS
      look for the handler, then disable TLS
      stop the writer and disable TLS
      replace the check by a call that disables TLS
      replacing it with a setting that disables TLS
      disable TLS. It is dangerous to wait
      disable TLS and the page is not slow
      disabling TLS is quick
      `,
    ))
})

describe('what is looked for, tried or named is not advised', () =>
  it.each([
    'check for a handler that swallows all errors',
    'The cache is switched off only as an experiment to test a theory of the cause',
    'the same test skipped the calibration',
  ])('%s', (line) => expectNoHarm(line)))

describe('where a risk is read', () => {
  const sentenceOf = async (one: MemoryEntry) => (await found('risky', [one]))[0]?.detail.sentence ?? ''

  it.each([
    ['objective', { description: { objective: 'disable TLS on the stage' } }],
    ['title', { experience: { title: 'Disable TLS on the stage' } }],
    ['do', { experience: { do: 'disable TLS on the stage' } }],
    ['check', { experience: { check: 'disable TLS on the stage' } }],
  ])('it is advice in %s', async (_, change) =>
    expect(await sentenceOf(lesson(change))).toContain('switches a check off'),
  )

  it.each([
    ['when', { experience: { when: 'somebody disabled TLS on the stage' } }],
    ['because', { experience: { because: 'to disable TLS lets anybody read the page' } }],
    ['keywords', { description: { keywords: ['disable TLS'] } }],
  ])('it is the story in %s', async (_, change) => expect(await sentenceOf(lesson(change))).toBe(''))

  it('points at the words themselves, also behind signs of more than one unit', async () => {
    const text = '🔑 the stage is slow: disable TLS 🔑 there'
    const [fault] = await found('risky', [lesson({ experience: { do: text } })])
    expect(fault?.detail.spans.map(({ start, end }) => text.slice(start, end))).toEqual(['disable TLS'])
    expect(fault?.detail.spans.map(({ field }) => field)).toEqual(['do'])
  })

  it('names each risk once, however often it stands there', async () => {
    const text = 'disable TLS, then disable CSRF; swallow all errors'
    const [fault] = await found('risky', [lesson({ experience: { do: text } })])
    expect(fault?.detail.sentence).toBe('The advice switches a check off, swallows errors.')
    expect(fault?.score).toBe(3)
  })

  it('says the same when it is asked again: no pattern remembers where it was', async () => {
    const one = lesson({ experience: { do: 'disable TLS', check: 'sudo make' } })
    const first = await found('risky', [one, one])
    expect(first).toHaveLength(2)
    expect(await found('risky', [one, one])).toEqual(first)
  })
})
