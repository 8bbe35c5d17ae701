import { expect, it } from 'vitest'
import type { Trajectory } from '../memory/trajectory.ts'
import { letters } from './fixtures/secret-samples.ts'
import { scanLeaks } from './leak-scan.ts'
import { maskName, maskSecrets, requireNoSecret } from './secret-scan.ts'

const SECRET = `ghp_${letters(36)}`
const text = `before ${SECRET} after`

/** A run with a secret in every text; the type says when a field is added. */
const EVERYWHERE: Trajectory = {
  format: 'test',
  instanceId: text,
  repo: text,
  task: { title: text, text, raw: text },
  agent: { name: text, version: text },
  backbone: text,
  outcome: 'resolved',
  outcomeSource: text,
  exitStatus: text,
  submission: text,
  costUsd: 1,
  startedAt: text,
  warnings: [text, text],
  steps: [
    {
      n: 1,
      thought: text,
      actions: [{ tool: text, text, callId: text }],
      observations: [{ text, exitCode: 0, callId: text, truncated: false }],
      at: text,
      costUsd: null,
    },
  ],
}

/** Where a value still holds the secret. */
function placesOf(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return value.includes(SECRET) ? [path] : []
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, one]) => placesOf(one, `${path}.${name}`))
}

it('leaves a secret in no text of a run, whatever field it stands in, and counts each place', () => {
  const places = placesOf(EVERYWHERE)
  const { trajectory, count } = maskSecrets(EVERYWHERE)
  expect(placesOf(trajectory)).toEqual([])
  expect(count).toBe(places.length)
  expect(places).toHaveLength(21)
  expect(trajectory.steps[0]?.thought).toBe('before «secret:github-token:1» after')
})

it('leaves what is no text, and a run without secrets, as it was', () => {
  const { trajectory } = maskSecrets(EVERYWHERE)
  expect([trajectory.outcome, trajectory.costUsd, trajectory.steps[0]?.n]).toEqual(['resolved', 1, 1])
  const { task, steps, ...rest } = trajectory
  const clean = { ...rest, task, steps }
  expect(maskSecrets(clean)).toEqual({ trajectory: clean, count: 0 })
  const nothing = {
    ...clean,
    repo: null,
    backbone: null,
    submission: null,
    exitStatus: null,
    startedAt: null,
  }
  expect(maskSecrets(nothing).trajectory).toEqual(nothing)
})

it.each([
  ['as it stands', (secret: string) => secret],
  ['in base64', (secret: string) => Buffer.from(`key ${secret}`).toString('base64')],
  ['in a URL', (secret: string) => `https://x.example/?key=${encodeURIComponent(`"${secret}"`)}&page=1`],
])('marks the blank of a secret %s as something no lesson may hold', (_, carry) => {
  const { thought } = maskSecrets({
    ...EVERYWHERE,
    steps: EVERYWHERE.steps.map((step) => ({ ...step, thought: `I use ${carry(SECRET)} now` })),
  }).trajectory.steps[0] ?? { thought: null }
  expect(thought).toMatch(/«secret:[^»]+»/)
  const blanks = scanLeaks(thought ?? '').filter(({ type }) => type === 'secret')
  expect(blanks.map((one) => one.text)).toEqual([/«[^»]+»/.exec(thought ?? '')?.[0]])
})

it('takes a secret out of a name and says its kind', () => {
  expect(maskName(`run-${SECRET}.traj and ${SECRET}`)).toBe(
    'run-«secret:github-token».traj and «secret:github-token»',
  )
  expect(maskName('run-1.traj')).toBe('run-1.traj')
  expect(maskName('')).toBe('')
})

it('refuses what a person typed with a secret in it, by its place and without quoting it', () => {
  for (const fine of [null, undefined, '', 'it was told twice'])
    expect(() => requireNoSecret(fine, 'note')).not.toThrow()
  try {
    requireNoSecret(text, 'reason')
    expect.unreachable()
  } catch (error) {
    expect(error).toMatchObject({ code: 'secret', place: 'reason' })
    expect(JSON.stringify(error) + String(error)).not.toContain(SECRET)
    expect(String(error)).toContain('github-token')
  }
})
