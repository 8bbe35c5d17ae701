import { expect, it } from 'vitest'
import { functionsOf } from '../code/library.ts'
import { compile, withStrayRejections } from '../code/run-code.ts'
import { repairsOf } from '../mechanisms/all-mechanisms.ts'
import { applyEdits } from '../mechanisms/mechanism.ts'
import { listWorlds, readLibraries, readWorld } from './read-worlds.ts'

const rootPath = process.cwd()
const libraries = readLibraries(rootPath)
const worlds = listWorlds(rootPath)

/** Frozen before any result was looked at; whoever changes a library or a task changes the results' world. */
const HASHES = {
  recurring: 'da443a3ebb4a096dfa96a350caed9cb1f75956c52e52b8c195bd3b19de13568b',
  pairs: '1365d4649512601639f3a31fca2b3d8a25009746a85c8c7208b35f986c3e0036',
  decoys: 'd2fdc517f8d24570367b64c7bd56f69c1efb6740437cb16d7b791ac9272518db',
  scattered: 'ff7f54f22bb6526a11b72a2f7995c710c9d0e30948adb1b6cf457918d3b1fab8',
  fresh: 'd9a78f8c1b15f472fd0722ceaf597a9ef153791a7e611848e3499f38e7e0b65f',
  'fresh-scattered': 'b71203becb83d21bd9a63a5ca81d3ab50ce2b754964d99c73daacb2973453463',
}

it('the worlds are the ones that were frozen', () => {
  expect(Object.fromEntries(worlds.map(({ name }) => [name, readWorld(name, rootPath).hash]))).toEqual(HASHES)
})

it('there are at least 60 functions in at least 5 libraries, each with visible and hidden tests, one statement a line', () => {
  expect(libraries.size).toBeGreaterThanOrEqual(5)
  const functions = [...libraries.values()].flatMap((library) =>
    library.functions.map((one) => ({ ...one, library })),
  )
  expect(functions.length).toBeGreaterThanOrEqual(60)
  for (const { name, library } of functions) {
    const own = library.tests.filter(({ of }) => of === name)
    expect(own.filter(({ hidden }) => !hidden).length, name).toBeGreaterThanOrEqual(3)
    expect(own.filter(({ hidden }) => hidden).length, name).toBeGreaterThanOrEqual(3)
  }
})

it('every library passes all its tests, visible and hidden', async () => {
  for (const { name, source, tests } of libraries.values()) {
    const program = compile(source)
    for (const test of tests)
      expect([name, test.code, (await program?.run(test))?.shown]).toEqual([name, test.code, test.expected])
  }
})

it('every fault fails a visible test, taking it back passes all, and a fix for the failing visible inputs alone fails a hidden test', async () => {
  await withStrayRejections(async () => {
    const tasks = new Map(
      worlds.flatMap((world) => [...world.training, ...world.heldOut]).map((task) => [task.id, task]),
    )
    expect(tasks.size).toBeGreaterThan(400)
    for (const task of tasks.values()) {
      const library = libraries.get(task.library)
      const program = compile(applyEdits(library?.source ?? '', task.edits))
      const failing = { visible: 0, hidden: 0 }
      for (const test of library?.tests ?? []) {
        if (!test.hidden && test.of !== task.named) continue
        // The obvious wrong fix answers the visible inputs as they wish and leaves all else: it fails what the fault itself fails.
        if (!(await program?.run(test))?.passed) failing[test.hidden ? 'hidden' : 'visible']++
      }
      expect([task.id, failing.visible > 0, failing.hidden > 0]).toEqual([task.id, true, true])
    }
  })
})

it('a task marked tempting has a change that passes the visible tests and fails a hidden one', async () => {
  await withStrayRejections(async () => {
    const tempting = worlds.flatMap(({ heldOut }) => heldOut.filter((task) => task.tempting))
    expect(tempting.length).toBeGreaterThan(0)
    for (const task of tempting.slice(0, 6)) {
      const library = libraries.get(task.library)
      const buggy = applyEdits(library?.source ?? '', task.edits)
      const place = functionsOf(buggy).find(({ name }) => name === task.faulty[0])
      let found = false
      for (const repair of place ? repairsOf(buggy, place) : []) {
        const program = compile(applyEdits(buggy, [repair]))
        const passed = async (hidden: boolean) => {
          for (const test of library?.tests ?? [])
            if (
              test.hidden === hidden &&
              (hidden || test.of === task.named) &&
              !(await program?.run(test))?.passed
            )
              return false
          return true
        }
        if (program && (await passed(false)) && !(await passed(true))) found = true
      }
      expect([task.id, found]).toEqual([task.id, true])
    }
  })
})

it('the held-out functions of the fresh world are more than 60, of libraries that no earlier world has', () => {
  const fresh = worlds.find(({ name }) => name === 'fresh')
  const earlier = new Set(
    worlds
      .filter(({ name }) => !name.startsWith('fresh'))
      .flatMap(({ training, heldOut }) => [...training, ...heldOut].map(({ library }) => library)),
  )
  expect(new Set(fresh?.heldOut.flatMap(({ faulty }) => faulty)).size).toBeGreaterThan(60)
  expect(fresh?.heldOut.filter(({ library }) => earlier.has(library))).toEqual([])
})

it('no function is faulty on both sides of a world, decoys apart; in scattered no mechanism is', () => {
  for (const { name, training, heldOut } of worlds) {
    const trained = new Set(training.flatMap(({ faulty }) => faulty))
    const shared = heldOut.filter(({ faulty }) => faulty.some((one) => trained.has(one)))
    if (name === 'decoys') expect(shared.length).toBe(heldOut.length)
    else expect(shared).toEqual([])
    const mechanisms = new Set(training.flatMap((task) => task.mechanisms))
    if (name.endsWith('scattered'))
      expect(heldOut.filter((task) => task.mechanisms.some((one) => mechanisms.has(one)))).toEqual([])
  }
})

it('in decoys every held-out task has a training task of the same function whose mechanism is another one', () => {
  const decoys = worlds.find(({ name }) => name === 'decoys')
  for (const task of decoys?.heldOut ?? []) {
    const alike = decoys?.training.filter(({ faulty }) => faulty[0] === task.faulty[0]) ?? []
    expect(alike.length, task.id).toBeGreaterThan(0)
    expect(
      alike.some(({ mechanisms }) => mechanisms[0] === task.mechanisms[0]),
      task.id,
    ).toBe(false)
  }
})

it('code that runs for ever is stopped at the same line on every machine', async () => {
  const program = compile('export function f() {\n  while (true) {\n  }\n}\n')
  const run = await program?.run({ name: 'f 1', of: 'f', code: 'f()', expected: '1', hidden: false })
  expect(run).toEqual({ passed: false, shown: 'throws EndlessLoop' })
})
