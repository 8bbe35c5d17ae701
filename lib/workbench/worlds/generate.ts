import { createRandom, seedFrom, shuffled } from '../../memory/statistics.ts'
import type { Library } from '../code/library.ts'
import { faultsOf } from '../mechanisms/all-mechanisms.ts'
import type { BenchTask, World } from './bench-task.ts'
import { findPairs } from './pair-faults.ts'
import { reportTitle } from './report.ts'
import { hasTemptingRepair, type VerifiedFault, verifyFault } from './verify-fault.ts'

/** Faults of one mechanism that are tried in one function. */
const TRIED = 3
/** Tasks of one mechanism and of one function on one side of a world, so that neither carries it alone. */
const MOST_OF_MECHANISM = 14
const MOST_OF_FUNCTION = 5
const TRAINING = 160
const HELD_OUT = 120

/**
 * Every world, from the sound libraries and a seed. No result is looked at: only the tests decide what is fit.
 * Takes about half a minute.
 */
export async function generateWorlds(
  libraries: ReadonlyMap<string, Library>,
  seed: number,
): Promise<World[]> {
  const found = await findFaults(libraries, seed)
  const onTrainingSide = (fault: VerifiedFault) => seedFrom(`side ${fault.faulty.name}`, seed) % 5 < 3
  const [training, heldOut] = [found.filter(onTrainingSide), found.filter((fault) => !onTrainingSide(fault))]
  const pick = (faults: readonly VerifiedFault[], name: string, most: number) =>
    balanced(shuffled(faults, createRandom(seedFrom(name, seed))), most)
  const tasks = (faults: readonly VerifiedFault[], name: string) => makeTasks(faults, seedFrom(name, seed))

  const apart = new Set(
    [...new Set(found.map(mechanismOf))].filter((name) => seedFrom(`apart ${name}`, seed) % 2 === 0),
  )
  const [looked, alike] = decoys(shuffled(found, createRandom(seedFrom('decoys', seed))))
  return [
    {
      name: 'recurring',
      about: 'One fault a task; the mechanisms of the training tasks come again in other functions.',
      training: await tasks(pick(training, 'recurring training', TRAINING), 'recurring training'),
      heldOut: await tasks(pick(heldOut, 'recurring held-out', HELD_OUT), 'recurring held-out'),
    },
    {
      name: 'pairs',
      about: 'Two faults a task, of mechanisms that come again in other functions.',
      training: await tasks(pick(training, 'pairs training', TRAINING), 'pairs training'),
      heldOut: await findPairs(heldOut, HELD_OUT, seedFrom('pairs', seed)),
    },
    {
      name: 'decoys',
      about:
        'Training tasks of the same function whose report looks alike, and whose mechanism is another one.',
      training: await tasks(alike.slice(0, TRAINING), 'decoys training'),
      heldOut: await tasks(looked.slice(0, HELD_OUT), 'decoys held-out'),
    },
    {
      name: 'scattered',
      about: 'No mechanism of a training task comes again: what was learned is of no use.',
      training: await tasks(
        pick(
          training.filter((fault) => !apart.has(mechanismOf(fault))),
          'scattered training',
          TRAINING,
        ),
        'scattered training',
      ),
      heldOut: await tasks(
        pick(
          heldOut.filter((fault) => apart.has(mechanismOf(fault))),
          'scattered held-out',
          HELD_OUT,
        ),
        'scattered held-out',
      ),
    },
  ]
}

/** Held-out tasks of a fresh world, and of one function: many functions rather than many tasks. */
const FRESH_HELD_OUT = 180
const FRESH_OF_FUNCTION = 3

/**
 * Two worlds whose held-out functions are of libraries that no earlier world knows: whatever was chosen by looking at the known
 * ones meets them for the first time. In the second no mechanism comes again: the control.
 */
export async function generateFreshWorlds(
  known: ReadonlyMap<string, Library>,
  fresh: ReadonlyMap<string, Library>,
  seed: number,
): Promise<World[]> {
  const [training, heldOut] = [await findFaults(known, seed), await findFaults(fresh, seed)]
  const apart = new Set(
    [...new Set([...training, ...heldOut].map(mechanismOf))].filter(
      (name) => seedFrom(`apart ${name}`, seed) % 2 === 0,
    ),
  )
  const world = async (name: string, about: string, sides: [VerifiedFault[], VerifiedFault[]]) => {
    const drawn = (side: string, faults: readonly VerifiedFault[]) =>
      shuffled(faults, createRandom(seedFrom(`${name} ${side}`, seed)))
    const [training, heldOut] = [drawn('training', sides[0]), drawn('held-out', sides[1])]
    return {
      name,
      about,
      training: await makeTasks(balanced(training, TRAINING), seedFrom(`${name} training`, seed)),
      heldOut: await makeTasks(
        balanced(heldOut, FRESH_HELD_OUT, FRESH_OF_FUNCTION),
        seedFrom(`${name} held-out`, seed),
      ),
    }
  }
  return [
    await world('fresh', 'The mechanisms of the training tasks come again in functions of other libraries.', [
      training,
      heldOut,
    ]),
    await world(
      'fresh-scattered',
      'Functions of other libraries, in which no mechanism of a training task comes again.',
      [
        training.filter((fault) => !apart.has(mechanismOf(fault))),
        heldOut.filter((fault) => apart.has(mechanismOf(fault))),
      ],
    ),
  ]
}

const mechanismOf = ({ edit }: VerifiedFault) => edit.mechanism

async function findFaults(libraries: ReadonlyMap<string, Library>, seed: number): Promise<VerifiedFault[]> {
  const found: VerifiedFault[] = []
  for (const library of libraries.values())
    for (const faulty of library.functions) {
      const random = createRandom(seedFrom(`${library.name} ${faulty.name}`, seed))
      const tried = new Map<string, number>()
      for (const edit of shuffled(faultsOf(library, faulty), random)) {
        const count = tried.get(edit.mechanism) ?? 0
        if (count >= TRIED) continue
        tried.set(edit.mechanism, count + 1)
        const fault = await verifyFault(library, faulty, edit)
        if (fault) found.push(fault)
      }
    }
  return found
}

/** As many as wanted, in turns over the mechanisms, so that rare ones stand beside frequent ones. */
function balanced(
  faults: readonly VerifiedFault[],
  most: number,
  mostOfFunction = MOST_OF_FUNCTION,
): VerifiedFault[] {
  const piles = Map.groupBy(faults, mechanismOf)
  const perFunction = new Map<string, number>()
  const picked: VerifiedFault[] = []
  for (let round = 0; round < MOST_OF_MECHANISM; round++)
    for (const pile of piles.values()) {
      const at = pile.findIndex(({ faulty }) => (perFunction.get(faulty.name) ?? 0) < mostOfFunction)
      const [fault] = at < 0 ? [] : pile.splice(at, 1)
      if (!fault || picked.length >= most) continue
      perFunction.set(fault.faulty.name, (perFunction.get(fault.faulty.name) ?? 0) + 1)
      picked.push(fault)
    }
  return picked
}

/**
 * For each function a training fault and up to two held-out faults of other mechanisms than it: as like as possible to look at,
 * and another repair.
 */
function decoys(faults: readonly VerifiedFault[]): [VerifiedFault[], VerifiedFault[]] {
  const byFunction = Map.groupBy(faults, ({ faulty }) => faulty.name)
  const looked: [VerifiedFault[], VerifiedFault[]] = [[], []]
  const alike: VerifiedFault[] = []
  for (const pile of byFunction.values()) {
    const [wanted] = pile
    if (!wanted) continue
    const others = pile.filter((fault) => mechanismOf(fault) !== mechanismOf(wanted))
    const decoy = others.find((fault) => symptomIn(fault) === symptomIn(wanted)) ?? others[0]
    if (!decoy) continue
    alike.push(decoy)
    looked[0].push(wanted)
    const another = pile.find((fault) => fault !== wanted && mechanismOf(fault) !== mechanismOf(decoy))
    if (another) looked[1].push(another)
  }
  return [looked.flat(), alike]
}

const symptomIn = ({ seenIn }: VerifiedFault) => seenIn[0]?.symptom

async function makeTasks(faults: readonly VerifiedFault[], seed: number): Promise<BenchTask[]> {
  const tasks: BenchTask[] = []
  for (const [n, fault] of faults.entries()) {
    const random = createRandom(seedFrom(String(n), seed))
    const seen = fault.seenIn[Math.floor(random() * fault.seenIn.length)]
    if (!seen) continue
    const { library, faulty, edit } = fault
    tasks.push({
      id: `${library.name}-${faulty.name}-${edit.mechanism}-${n + 1}`,
      library: library.name,
      named: seen.named,
      title: reportTitle(library, seen.named, seen.symptom),
      faulty: [faulty.name],
      mechanisms: [edit.mechanism],
      edits: [{ start: edit.start, end: edit.end, text: edit.text }],
      tempting: await hasTemptingRepair(fault, seen.named),
    })
  }
  return tasks
}
