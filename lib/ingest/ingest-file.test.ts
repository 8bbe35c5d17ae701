import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { UserError } from '../memory/errors.ts'
import { type Trajectory, trajectorySchema } from '../memory/trajectory.ts'
import { contentHash, readTrajectories } from './ingest-file.ts'

const folder = new URL('./fixtures/', import.meta.url)
const bytesOf = (path: string) => readFileSync(new URL(path, folder))
const runs = readdirSync(folder).filter((fileName) => /\.traj(?:\.json)?$/.test(fileName))

function faultOf(path: string): UserError {
  try {
    readTrajectories(bytesOf(path), path)
  } catch (fault) {
    if (fault instanceof UserError) return fault
    throw fault
  }
  throw new Error(`${path} was not refused`)
}

describe('a trajectory file', () => {
  it.each(runs)('%s becomes one trajectory of the vocabulary', (fileName) => {
    const { status, trajectories } = readTrajectories(bytesOf(fileName), fileName)
    expect(status).toBe('recognised')
    expect(trajectories).toHaveLength(1)
    const trajectory: Trajectory = trajectorySchema.parse(trajectories[0])
    expect(trajectory).toEqual(trajectories[0])
    expect(trajectory.outcome).toBeNull()
    expect(trajectory.steps.map(({ n }) => n)).toEqual(trajectory.steps.map((_, i) => i + 1))
  })

  it('is known by its bytes', () => {
    expect(contentHash(new TextEncoder().encode('abc'))).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    )
  })

  it('may hold one run a line', () => {
    const line = JSON.stringify(JSON.parse(bytesOf('mini-swe-agent-1.traj.json').toString()))
    const { trajectories } = readTrajectories(new TextEncoder().encode(`${line}\n${line}\n`), 'runs.jsonl')
    expect(trajectories).toHaveLength(2)
  })
})

describe('a bad file', () => {
  it.each([
    ['bad/empty.traj.json', 'empty-file', 'bad/empty.traj.json'],
    ['bad/truncated.traj.json', 'truncated-json', 'bad/truncated.traj.json:78:10'],
    ['bad/broken.traj.json', 'broken-json', 'bad/broken.traj.json:3:21'],
    ['bad/not-utf8.traj.json', 'not-utf8', 'bad/not-utf8.traj.json: byte 46'],
    ['bad/proto.traj.json', 'forbidden-key', 'bad/proto.traj.json:2:50'],
    ['bad/constructor.traj.json', 'forbidden-key', 'bad/constructor.traj.json:1:27'],
    ['bad/wrong-layout.json', 'wrong-layout', 'bad/wrong-layout.json:1:1'],
    ['bad/step-without-action.traj', 'wrong-layout', 'bad/step-without-action.traj · step 2 · action'],
    [
      'bad/message-of-wrong-type.traj.json',
      'wrong-layout',
      'bad/message-of-wrong-type.traj.json · step 2 · messages[4].content',
    ],
    ['bad/without-messages.traj.json', 'wrong-layout', 'bad/without-messages.traj.json · messages'],
  ])('%s is the error %s at %s', (path, code, place) => {
    expect(faultOf(path)).toMatchObject({ code, place })
    expect(faultOf(path).hint).not.toBe('')
  })

  it('names the step and the field that is missing', () => {
    expect(faultOf('bad/step-without-action.traj').message).toBe('step 2: "action" is missing')
  })

  it('that is text under a JSON name is refused, under another name it is left alone', () => {
    const bytes = new TextEncoder().encode('no such run')
    expect(() => readTrajectories(bytes, 'run.traj')).toThrow('expected "{" or "[", found other text')
    const one = (text: string) => readTrajectories(new TextEncoder().encode(text), 'run.json')
    for (const value of ['"hello"', 'null', '7']) expect(() => one(value)).toThrow('one value alone')
    expect(readTrajectories(bytes, 'README').status).toBe('not-a-trajectory')
  })
})

describe('whatever the bytes', () => {
  const readsOrRefuses = (bytes: Uint8Array): void => {
    try {
      const { trajectories } = readTrajectories(bytes, 'random.json')
      for (const trajectory of trajectories) trajectorySchema.parse(trajectory)
    } catch (fault) {
      if (!(fault instanceof UserError)) throw fault
      expect(fault.place).not.toBeNull()
      expect(fault.hint).not.toBe('')
    }
  }

  it('nothing but a UserError is thrown on random bytes', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), readsOrRefuses), { numRuns: 3_000 })
  })

  it('nothing but a UserError is thrown on a run with bytes changed, cut or repeated', () => {
    const sources = runs.map((fileName) => bytesOf(fileName))
    const mutation = fc.tuple(
      fc.constantFrom(...sources),
      fc.nat(),
      fc.nat(200),
      fc.uint8Array({ maxLength: 8 }),
    )
    fc.assert(
      fc.property(mutation, ([source, at, length, put]) => {
        const from = at % source.length
        readsOrRefuses(Buffer.concat([source.subarray(0, from), put, source.subarray(from + length)]))
      }),
      { numRuns: 2_000 },
    )
  })

  it('nothing but a UserError is thrown on a run in which any one value is another', () => {
    const sources = runs.map((fileName) => JSON.parse(bytesOf(fileName).toString()) as unknown)
    const odd = fc.constantFrom<unknown>(
      null,
      7,
      -1.5,
      '',
      'text',
      true,
      [],
      {},
      [null],
      [[1]],
      { role: 7 },
      { type: 'text' },
    )
    fc.assert(
      fc.property(fc.constantFrom(...sources), fc.nat(), odd, (source, at, value) => {
        const changed = structuredClone(source)
        replaceOne(changed, at, value)
        readsOrRefuses(new TextEncoder().encode(JSON.stringify(changed)))
      }),
      { numRuns: 5_000 },
    )
  })
})

/** Puts `value` in place of the member that is `at`-th in walking order. */
function replaceOne(root: unknown, at: number, value: unknown): void {
  const members: { holder: Record<string, unknown>; name: string }[] = []
  const open = [root]
  for (let holder = open.pop(); holder !== undefined; holder = open.pop()) {
    if (typeof holder !== 'object' || holder === null) continue
    for (const [name, member] of Object.entries(holder)) {
      members.push({ holder: holder as Record<string, unknown>, name })
      open.push(member)
    }
  }
  const chosen = members[at % members.length]
  if (chosen !== undefined) chosen.holder[chosen.name] = value
}
