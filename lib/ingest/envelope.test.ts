import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readTrajectories } from './ingest-file.ts'

const fixture = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8')
const stepsOf = (value: unknown, name = 'a.json') =>
  readTrajectories(
    Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)),
    name,
  ).trajectories.map(({ steps }) => steps.length)

const RUN = JSON.parse(fixture('mini-swe-agent-1.traj.json'))
const plain = stepsOf(RUN)
const SESSION = fixture('layouts/codex-exec-events-jsonl.jsonl').trim().split('\n')
const TABLES = JSON.parse(fixture('layouts/opencode-tables-json.json'))

it.each<[string, unknown]>([
  ['an object', { trajectory: RUN }],
  ['envelopes in each other', { data: [{ run: RUN }] }],
  ['lists in each other', [[RUN]]],
  ['JSON in a text', { trajectory: JSON.stringify(RUN) }],
  ['a text alone', JSON.stringify(JSON.stringify(RUN))],
])('a run in %s is read as if it stood alone', (_, value) => {
  expect(stepsOf(value)).toEqual(plain)
})

it('events of a session in an envelope, or each in one of its own, are one session', () => {
  const alone = stepsOf(SESSION.join('\n'))
  const events = SESSION.map((line) => JSON.parse(line))
  expect(stepsOf({ id: 'x', events })).toEqual(alone)
  expect(stepsOf(events.map((event) => JSON.stringify({ record: event })).join('\n'))).toEqual(alone)
})

it('several sessions in one file are each a run', () => {
  const [one] = stepsOf(TABLES)
  expect(stepsOf([TABLES, TABLES])).toEqual([one, one])
  expect(stepsOf(`${JSON.stringify(TABLES)}\n${JSON.stringify(TABLES)}`)).toEqual([one, one])
})

it('what the envelope says of a run comes along, and lines without a run are counted', () => {
  const { instance_id: _, ...run } = RUN
  const lines = [JSON.stringify({ instance_id: 'shop__shop-7', trajectory: run }), '{"note": "none"}'].join(
    '\n',
  )
  const { trajectories, warnings } = readTrajectories(Buffer.from(lines), 'b.jsonl')
  expect(trajectories[0]?.instanceId).toBe('shop__shop-7')
  expect(warnings).toContain('1 × line in which nothing is a run, left out')
})
