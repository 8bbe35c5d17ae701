import { describe, expect, it } from 'vitest'
import { ARMS, getArm } from './arms/all-arms.ts'
import type { Given, Question } from './arms/arm.ts'
import { NO_CAPS } from './caps.ts'
import { readTurn } from './read-turn.ts'
import { type Message, runEpisode } from './run-episode.ts'
import { stagesOf } from './trajectory-file.ts'

const bash = (command: string) => `\`\`\`bash\n${command}\n\`\`\``
const SCRIPT = [
  `I look.\nSUBTASK: ANALYZE | Find where the rest is lost | rounding, rest\n\n${bash('ls')}`,
  'No block.',
  `SUBTASK: EDIT | Keep the rest | rounding\n${bash('sed -i s/a/b/ x')}`,
  bash('echo SUBMIT'),
]
const given: Given = {
  text: '<memory id="lesson-1">\nDo it.\n</memory>',
  entries: ['lesson-1'],
  strategy: 'subtask',
  score: 0.5,
}

/** Plays a script and gives what was asked of memory and what was seen. */
async function play(
  arm: string,
  script = SCRIPT,
  turns = 10,
  { caps = NO_CAPS, costUsd = null as number | null } = {},
) {
  const asked: Question[] = []
  const saved: number[] = []
  let n = 0
  const played = await runEpisode({
    ...{ arm: getArm(arm), task: { text: 'A cent is lost.' }, seed: 1 },
    limits: { turns, characters: 40, seconds: 5, caps },
    ask: async () => ({
      text: script[n++] ?? 'nothing',
      model: null,
      inputTokens: null,
      outputTokens: null,
      costUsd,
    }),
    execute: async (command) => ({ output: `ran ${command} ${'x'.repeat(80)}`, exitCode: 0 }),
    remember: async (question) => {
      asked.push(question)
      return given
    },
    judge: async () => ({ isResolved: false, reason: 'refused: cents are kept' }),
    save: async (history) => void saved.push(history.length),
  })
  return { ...played, asked, saved }
}

describe('an episode', () => {
  it('asks memory at each stage that is declared, by its category and description', async () => {
    const { asked, history, ending } = await play('subtask')
    expect(asked.map(({ intent }) => intent?.category)).toEqual(['ANALYZE', 'EDIT'])
    expect(asked[1]?.intent?.description).toEqual({ objective: 'Keep the rest', keywords: ['rounding'] })
    expect(ending).toEqual({ exitStatus: 'Submitted', isResolved: false, reason: 'refused: cents are kept' })
    expect(history.filter(({ content }) => content.includes('<memory id='))).toHaveLength(2)
  })

  it('answers a turn that cannot be read with what is expected, and runs nothing', async () => {
    const { history } = await play('subtask')
    expect(history[5]).toMatchObject({ role: 'user', extra: { interrupt_type: 'FormatError' } })
    expect(history[5]?.content).toMatch(/no block of bash.*Nothing was run.*Turn 3 of 10/s)
  })

  it('cuts an output to the limit and says how much is missing', async () => {
    const { history } = await play('vanilla')
    expect(history[3]?.content).toMatch(/<elided_chars>\n\d+ characters elided/)
  })

  it('that is not handed in is not resolved', async () => {
    const { ending, history } = await play('vanilla', [bash('ls'), bash('ls')], 2)
    expect(ending).toMatchObject({ exitStatus: 'LimitsExceeded', isResolved: false })
    expect(history[3]?.content).toContain('the last: hand in now')
  })

  it('ends where its dollars are spent, and where no price is told its tokens', async () => {
    const looks = [bash('ls'), bash('ls'), bash('ls')]
    const dollars = await play('vanilla', looks, 9, { caps: { usd: 0.02, tokens: 1 }, costUsd: 0.01 })
    expect(dollars.ending).toMatchObject({
      exitStatus: 'LimitsExceeded',
      reason: 'not handed in within $0.02',
    })
    expect(dollars.history.filter(({ role }) => role === 'assistant')).toHaveLength(2)
    const tokens = await play('vanilla', looks, 9, { caps: { usd: 0.02, tokens: 1 } })
    expect(tokens.ending.reason).toBe('not handed in within 1 tokens')
    expect(tokens.history.filter(({ role }) => role === 'assistant')).toHaveLength(1)
  })

  it('is saved after every step', async () => {
    expect((await play('vanilla')).saved).toEqual([4, 6, 8, 10])
  })

  it.each(ARMS.map(({ name }) => name))('shows the agent of the arm %s what its arm says', async (name) => {
    const arm = getArm(name)
    const { asked, history } = await play(name)
    const places = history.flatMap(({ extra }, i) => (extra?.memory?.given ? [i] : []))
    const expected = { task: [1], stage: [3, 7], action: [3, 7] } as const
    expect(places).toEqual(arm.placement === null ? [] : expected[arm.placement])
    expect(asked.length > 0).toBe(arm.strategy !== null)
    expect(history[0]?.content.includes('SUBTASK')).toBe(arm.isStaged)
  })

  it('a placebo is as long as the lesson that it stands for', async () => {
    const { history } = await play('placebo')
    const shown = history[3]?.extra?.memory?.given?.text
    expect(shown).toHaveLength(given.text.length)
    expect(shown).not.toContain('Do it.')
  })
})

it('a stretch without a declared stage is logged as untagged', () => {
  const said = (category?: 'EDIT'): Message => ({
    ...{ role: 'assistant', content: '' },
    ...(category ? { extra: { subtask: { category, description: { objective: 'o', keywords: [] } } } } : {}),
  })
  const stages = stagesOf([said(), said(), said('EDIT'), said()]).map(({ segment }) => segment)
  expect(stages).toEqual([
    { category: 'OTHER', fromStep: 1, toStep: 2 },
    { category: 'EDIT', fromStep: 3, toStep: 4 },
  ])
})

it.each([
  ['two blocks', `${bash('a')}\n${bash('b')}`, /2 blocks/],
  ['an empty block', '```bash\n \n```', /empty/],
  ['half a declaration', `SUBTASK: EDIT | only this\n${bash('a')}`, /three parts/],
  ['two declarations', `SUBTASK: EDIT | a | b\nSUBTASK: EDIT | a | b\n${bash('a')}`, /2 lines/],
])('a turn with %s is a format error', (_name, text, words) => {
  expect(readTurn(text, true)).toMatchObject({ fault: expect.stringMatching(words) })
})

it('a line of SUBTASK inside the command declares nothing', () => {
  expect(readTurn(bash('echo x\nSUBTASK: EDIT | a | b'), true)).toMatchObject({ declared: null })
})
