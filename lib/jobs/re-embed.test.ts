import { describe, expect, it, onTestFinished } from 'vitest'
import { addEntry } from '../curate/add-entry.ts'
import { editEntry } from '../curate/edit.ts'
import { openTestStore, storeEntry, temporaryFolder } from '../db/fixtures/test-store.ts'
import { cancelJob, retryJob } from '../db/jobs/order-jobs.ts'
import type { Store } from '../db/store.ts'
import { tables } from '../db/tables.ts'
import {
  findCurrentEmbedder,
  listUnembedded,
  putVectors,
  removeVectors,
  textHashOf,
} from '../db/vectors/vectors.ts'
import { suppressionKey } from '../extract/suppression-key.ts'
import { embedOne } from '../llm/embedder.ts'
import { createRoster } from '../llm/embedder-roster.ts'
import { startFakeOpenAi } from '../llm/fixtures/fake-openai.ts'
import { createJoinedEmbedder, JOINED_EMBEDDER_ID } from '../llm/joined-embedder.ts'
import { SENTENCE_DIMENSION, type SentenceModel } from '../llm/minilm/sentence-model.ts'
import { CATEGORIES } from '../memory/category.ts'
import type { MemoryEntry } from '../memory/entry.ts'
import { descriptionText } from '../memory/text/words.ts'
import { createFreshIndex } from '../retrieval/fresh-index.ts'
import { createSpaces, requireWhole } from './embedding-spaces.ts'
import {
  estimateReEmbed,
  findReEmbedJob,
  orderReEmbed,
  RE_EMBED,
  reEmbedItem,
  removeSpace,
} from './re-embed.ts'
import { createWorker, type Handler } from './worker.ts'

const REMOTE = 'openai:fake'

/** Stands for the sentence model: a place of its own for each length of text. */
const SENTENCES: SentenceModel = {
  embed: async (texts) =>
    texts.map((text) =>
      Float32Array.from({ length: SENTENCE_DIMENSION }, (_, i) => (i === text.length % 100 ? 1 : 0)),
    ),
  state: () => ({ name: 'ready', reason: null }),
  load: async () => ({ name: 'ready', reason: null }),
  stop: async () => undefined,
}

async function work(store: Store, env: Record<string, string> = {}) {
  const roster = createRoster(
    { LOUPE_EMBEDDER: 'local-v1', ...env },
    { sentences: SENTENCES, sleep: async () => {}, random: () => 0, now: () => new Date() },
  )
  const spaces = await createSpaces(store, roster)
  const deps = { store, roster, spaces, clock: () => performance.now() }
  const write = {
    store,
    by: 'test',
    inspect: () => ({ secrets: [], flags: [] }),
    keyOf: suppressionKey,
    embed: async (description: MemoryEntry['description']) => {
      const { asking } = spaces.current()
      return { model: asking.id, vector: await embedOne(asking, descriptionText(description)) }
    },
  }
  /** Works until nothing is left, or until `handle` says stop. */
  async function run(handle: Handler = (item) => reEmbedItem(item, deps)): Promise<void> {
    const worker = createWorker(store, { [RE_EMBED]: handle }, 'boot', () => undefined)
    await worker.start()
    while ((await tables(store).job.count({ where: { state: { in: ['waiting', 'running'] } } })) > 0)
      await new Promise((later) => setTimeout(later, 5))
    await worker.stop()
  }
  return { store, roster, spaces, deps, write, run }
}

async function withFake(script: Parameters<typeof startFakeOpenAi>[0] = {}) {
  const fake = await startFakeOpenAi(script)
  onTestFinished(() => fake.close())
  return { fake, env: { OPENAI_BASE_URL: fake.url, OPENAI_EMBED_MODEL: 'fake', OPENAI_EMBED_PRICE: '0.02' } }
}

async function fill(store: Store, count: number): Promise<MemoryEntry[]> {
  const entries: MemoryEntry[] = []
  for (let i = 0; i < count; i++) {
    const description = { objective: `construct failing test number ${i}`, keywords: [`word${i % 7}`] }
    entries.push(await storeEntry(store, { category: CATEGORIES[i % 4] ?? 'EDIT', description }))
  }
  return entries
}

async function modelsOf(store: Store, entryId: string): Promise<string[]> {
  const rows = await tables(store).vector.findMany({ where: { entryId }, orderBy: { model: 'asc' } })
  const entry = await tables(store).entry.findUniqueOrThrow({ where: { id: entryId } })
  const hash = textHashOf(
    descriptionText({ objective: entry.objective, keywords: JSON.parse(entry.keywords) }),
  )
  return rows.filter(({ textHash }) => textHash === hash).map(({ model }) => model)
}

async function expectEqualToAnew(store: Store, spaces: Awaited<ReturnType<typeof work>>['spaces']) {
  const served = await spaces.current().approved()
  const anew = await createFreshIndex(store, spaces.current().embedder)()
  expect(served.embedderId).toBe(anew.embedderId)
  for (const category of CATEGORIES) expect(served.pool(category).rows()).toEqual(anew.pool(category).rows())
}

describe('re-embedding', () => {
  it('says first how many entries, tokens, what price and time, and stores nothing', async () => {
    const { env } = await withFake()
    const { store, deps } = await work(await openTestStore(), env)
    await fill(store, 70)
    const before = await tables(store).setting.count()
    const remote = await estimateReEmbed({ to: REMOTE }, deps)
    expect(remote).toMatchObject({ entries: 70, all: 70, dimension: 64 })
    expect(remote.tokens).toBeGreaterThan(70 * 8)
    expect(remote.priceUsd).toBeCloseTo((remote.tokens / 1e6) * 0.02, 12)
    expect(remote.durationMs).toBeGreaterThan(0)
    expect((await estimateReEmbed({ to: JOINED_EMBEDDER_ID }, deps)).priceUsd).toBe(0)
    expect((await estimateReEmbed({ to: 'local-v1' }, deps)).entries).toBe(0)
    expect(await tables(store).setting.count()).toBe(before)
    expect(await tables(store).vector.count({ where: { model: { not: 'local-v1' } } })).toBe(0)
  })

  it('does not know a price that nobody has said', async () => {
    const { env } = await withFake()
    const { store, deps } = await work(await openTestStore(), { ...env, OPENAI_EMBED_PRICE: '' })
    await fill(store, 1)
    expect((await estimateReEmbed({ to: REMOTE }, deps)).priceUsd).toBeNull()
  })

  it('serves the old space until the end, then goes over once; the old vectors stay until a person removes them', async () => {
    const { env } = await withFake()
    const { store, deps, spaces, run } = await work(await openTestStore(), env)
    await fill(store, 130)
    const old = await spaces.current().approved()
    await orderReEmbed({ to: REMOTE, thenSwitch: true }, deps)
    const seen: string[] = []
    await run(async (item) => {
      await reEmbedItem(item, deps)
      seen.push(spaces.current().id)
    })
    expect(seen).toEqual(['local-v1', 'local-v1', 'local-v1', REMOTE])
    expect(await findCurrentEmbedder(store)).toBe(REMOTE)
    const served = await spaces.current().approved()
    expect([served.size, served.dimension, old.dimension]).toEqual([130, 64, 512])
    await expectEqualToAnew(store, spaces)
    expect(await spaces.list()).toMatchObject([
      { id: 'local-v2', entries: 0, complete: false },
      { id: 'local-v1', entries: 130, complete: true, current: false, bytes: 130 * 512 * 4 },
      { id: REMOTE, entries: 130, complete: true, current: true, remote: true, dimension: 64 },
    ])
    await expect(removeVectors(store, REMOTE, 'local-v1')).rejects.toMatchObject({ code: 'current-embedder' })
    expect(await removeVectors(store, 'local-v1', 'local-v1')).toEqual({ removed: 130 })
    await expectEqualToAnew(store, spaces)
  })

  it('goes on where it stopped after the process was killed, without asking twice for what is done', async () => {
    const { env, fake } = await withFake()
    const dataPath = temporaryFolder()
    const first = await work(await openTestStore(dataPath), env)
    await fill(first.store, 200)
    await orderReEmbed({ to: REMOTE, thenSwitch: true }, first.deps)
    // Killed inside the third item, after its answer came and before it was stored.
    let items = 0
    const dying = createWorker(
      first.store,
      {
        [RE_EMBED]: async (item) => {
          if (++items === 3) return await new Promise(() => {})
          await reEmbedItem(item, first.deps)
        },
      },
      'killed',
      () => undefined,
    )
    await dying.start()
    while (items < 3) await new Promise((later) => setTimeout(later, 5))
    await first.store.close()

    const again = await work(await openTestStore(dataPath), env)
    expect(again.spaces.current().id).toBe('local-v1')
    expect(await tables(again.store).vector.count({ where: { model: REMOTE } })).toBe(128)
    const asked = fake.requests.length
    await again.run()
    // One probe for the new process, then the two items that were left.
    expect(fake.requests.slice(asked).map(({ texts }) => texts.length)).toEqual([1, 64, 1, 8])
    expect(again.spaces.current().id).toBe(REMOTE)
    await expectEqualToAnew(again.store, again.spaces)
    const reopened = await work(again.store, env)
    expect(reopened.spaces.current().id).toBe(REMOTE)
  })

  it('embeds in both spaces what is added or edited meanwhile, also between the answer and its storing', async () => {
    const { env } = await withFake()
    const { store, deps, spaces, write, run } = await work(await openTestStore(), env)
    const entries = await fill(store, 130)
    await orderReEmbed({ to: REMOTE, thenSwitch: true }, deps)
    const [first, , last] = [entries[0], null, entries[129]]
    if (!first || !last) throw new Error('no entries')
    const edit = async ({ id }: MemoryEntry, objective: string) => {
      const { revision } = await tables(store).entry.findUniqueOrThrow({ where: { id } })
      await editEntry({ entryId: id, revision, objective }, write)
    }
    const added: string[] = []
    let items = 0
    await run(async (item) => {
      if (++items === 2) {
        await edit(first, 'explain a deadlock between two threads') // done already
        const input = {
          project: 'shop',
          category: 'EDIT',
          objective: 'guard the cache',
          keywords: [],
        } as const
        const text = {
          title: 'Guard',
          kind: 'pattern',
          when: '',
          do: 'Lock it.',
          because: '',
          check: '',
        } as const
        added.push((await addEntry({ ...input, keywords: [], ...text }, write)).id)
      }
      if (items === 3) {
        // The text changes while the server thinks about the old one.
        const late: typeof deps = {
          ...deps,
          spaces: {
            ...spaces,
            open: async (id, use) => {
              const embedder = await spaces.open(id, use)
              return {
                ...embedder,
                embed: async (texts) => {
                  const vectors = await embedder.embed(texts)
                  await edit(last, 'decode bytes that are not utf-8')
                  return vectors
                },
              }
            },
          },
        }
        return await reEmbedItem(item, late)
      }
      await reEmbedItem(item, deps)
    })
    for (const id of [first.id, last.id, ...added])
      expect(await modelsOf(store, id)).toEqual(['local-v1', REMOTE])
    expect((await spaces.current().approved()).size).toBe(131)
    await expectEqualToAnew(store, spaces)
  })

  it('does not store a vector of a text that is no longer the entry’s', async () => {
    const store = await openTestStore()
    const [entry] = await fill(store, 1)
    const id = entry?.id ?? ''
    const made = [{ id, text: 'what it once said', vector: new Float32Array(4).fill(0.5) }]
    expect(await store.record((tx) => putVectors(tx, 'm', made))).toBe(0)
    expect(await listUnembedded(store, 'm', { from: id, upto: id })).toHaveLength(1)
  })

  it('refuses a vector of the old space once the store went over, and nothing of the write is left', async () => {
    const { store, deps, write, run } = await work(await openTestStore())
    await fill(store, 3)
    const { embed } = write
    const slow = {
      ...write,
      embed: async (description: MemoryEntry['description']) => {
        const vector = await embed(description)
        await orderReEmbed({ to: JOINED_EMBEDDER_ID, thenSwitch: true }, deps)
        await run()
        return vector
      },
    }
    const text = {
      title: 'Guard',
      kind: 'pattern',
      when: '',
      do: 'Lock it.',
      because: '',
      check: '',
    } as const
    const input = {
      project: 'new',
      category: 'EDIT' as const,
      objective: 'guard the cache',
      keywords: [],
      ...text,
    }
    const before = await tables(store).revision.count()
    await expect(addEntry(input, slow)).rejects.toMatchObject({ code: 'embedder-switched', status: 503 })
    expect([await tables(store).entry.count(), await tables(store).revision.count()]).toEqual([3, before])
    expect(await tables(store).project.count({ where: { name: 'new' } })).toBe(0)
    const { id } = await addEntry(input, write)
    expect(await modelsOf(store, id)).toEqual([JOINED_EMBEDDER_ID])
  })

  it('goes over in one transaction or not at all', async () => {
    const { store, deps, spaces, run } = await work(await openTestStore())
    await fill(store, 5)
    await orderReEmbed({ to: JOINED_EMBEDDER_ID, thenSwitch: true }, deps)
    const broken: Store = {
      ...store,
      record: (job) =>
        store.record(async (tx) => {
          const answer = await job(tx)
          if ((await findCurrentEmbedder(tx)) === JOINED_EMBEDDER_ID) throw new Error('something broke')
          return answer
        }),
    }
    await run((item) => reEmbedItem(item, { ...deps, store: broken }))
    expect(await findCurrentEmbedder(store)).toBe('local-v1')
    expect(spaces.current().id).toBe('local-v1')
    expect(await tables(store).setting.count({ where: { name: 'indexEpoch' } })).toBe(0)
    const job = await findReEmbedJob(store)
    expect(job).toMatchObject({ state: 'failed', doneCount: 1, failedCount: 1 })
    await retryJob(store, job?.id ?? '')
    await run()
    expect(spaces.current().id).toBe(JOINED_EMBEDDER_ID)
  })

  it('looks again inside the switching transaction: an entry written just before it is embedded first', async () => {
    const { store, deps, spaces, run } = await work(await openTestStore())
    await fill(store, 3)
    await orderReEmbed({ to: JOINED_EMBEDDER_ID, thenSwitch: true }, deps)
    let late: MemoryEntry | null = null
    let items = 0
    await run(async (item) => {
      const isLast = ++items === 2
      const record: Store['record'] = async (job) => {
        if (isLast) late ??= await storeEntry(store)
        return await store.record(job)
      }
      await reEmbedItem(item, { ...deps, store: { ...store, record } })
    })
    expect(await modelsOf(store, (late as MemoryEntry | null)?.id ?? '')).toEqual([
      'local-v1',
      JOINED_EMBEDDER_ID,
    ])
    expect((await spaces.current().approved()).size).toBe(4)
  })

  it('can be cancelled, never goes over after that, and goes on when it is asked to', async () => {
    const { store, deps, spaces, run } = await work(await openTestStore())
    await fill(store, 130)
    const { jobId } = await orderReEmbed({ to: JOINED_EMBEDDER_ID, thenSwitch: true }, deps)
    let items = 0
    await run(async (item) => {
      if (++items === 4) await cancelJob(store, jobId) // while the last item is at work
      await reEmbedItem(item, deps)
    })
    expect(await findReEmbedJob(store)).toMatchObject({ state: 'cancelled', doneCount: 3 })
    expect(spaces.current().id).toBe('local-v1')
    await retryJob(store, jobId)
    await run()
    expect(spaces.current().id).toBe(JOINED_EMBEDDER_ID)
  })

  it('tries again what the server refused for the moment, and keeps the old space when it stays away', async () => {
    const { env, fake } = await withFake()
    const { store, deps, spaces, run } = await work(await openTestStore(), env)
    await fill(store, 70)
    const { jobId } = await orderReEmbed({ to: REMOTE, thenSwitch: true }, deps)
    fake.script.push('ok', ...Array.from({ length: 6 }, () => ({ status: 503 }))) // the probe, then one item's whole patience
    await run()
    expect(spaces.current().id).toBe(REMOTE)
    expect(await tables(store).jobItem.findFirst({ where: { jobId, position: 0 } })).toMatchObject({
      attempts: 2,
    })
  })

  it('fails a write in clear words while the model cannot be reached, with nothing half-written', async () => {
    const { env, fake } = await withFake()
    const { store, deps, write, run } = await work(await openTestStore(), env)
    await fill(store, 2)
    await orderReEmbed({ to: REMOTE, thenSwitch: true }, deps)
    await run()
    await fake.close()
    const text = {
      title: 'Guard',
      kind: 'pattern',
      when: '',
      do: 'Lock it.',
      because: '',
      check: '',
    } as const
    const input = {
      project: 'new',
      category: 'EDIT' as const,
      objective: 'guard the cache',
      keywords: [],
      ...text,
    }
    await expect(addEntry(input, write)).rejects.toMatchObject({ code: 'model-unreachable' })
    expect(await tables(store).entry.count()).toBe(2)
    expect(await tables(store).project.count({ where: { name: 'new' } })).toBe(0)
  })

  it('begins anew when it goes on after its vectors were removed, which nobody can do while it runs', async () => {
    const { env } = await withFake()
    const { store, deps, spaces, run } = await work(await openTestStore(), env)
    await fill(store, 130)
    const { jobId } = await orderReEmbed({ to: REMOTE, thenSwitch: true }, deps)
    let items = 0
    await run(async (item) => {
      await reEmbedItem(item, deps)
      if (++items === 1)
        await expect(removeSpace(REMOTE, deps)).rejects.toMatchObject({ code: 'already-running' })
      if (items === 2) await cancelJob(store, jobId)
    })
    expect(await removeSpace(REMOTE, deps)).toEqual({ removed: 128 })
    await retryJob(store, jobId)
    await run()
    expect(spaces.current().id).toBe(REMOTE)
    await expectEqualToAnew(store, spaces)
  })

  it('is ordered once at a time, and refused where there is nothing to do or no such embedder', async () => {
    const { store, deps } = await work(await openTestStore())
    await fill(store, 2)
    const order = (to: string, thenSwitch = true) => orderReEmbed({ to, thenSwitch }, deps)
    await expect(order('openai:none')).rejects.toMatchObject({ code: 'no-such-embedder' })
    await expect(order('local-v1')).rejects.toMatchObject({ code: 'nothing-to-do' })
    await order(JOINED_EMBEDDER_ID)
    await expect(order(JOINED_EMBEDDER_ID, false)).rejects.toMatchObject({ code: 'already-running' })
  })
})

describe('two spaces', () => {
  it('are never compared', async () => {
    const { store, deps, spaces, run, write } = await work(await openTestStore())
    const [entry] = await fill(store, 12)
    await expect(async () =>
      requireWhole(store, await (await spaces.of(JOINED_EMBEDDER_ID)).approved(), [entry?.projectId ?? '']),
    ).rejects.toMatchObject({
      code: 'no-vectors',
    })
    await orderReEmbed({ to: JOINED_EMBEDDER_ID, thenSwitch: false }, deps)
    await run()
    expect(spaces.current().id).toBe('local-v1')
    const other = await spaces.of(JOINED_EMBEDDER_ID)
    const index = await other.approved()
    const embedder = createJoinedEmbedder((texts) => SENTENCES.embed(texts, 'work'))
    await requireWhole(store, index, [entry?.projectId ?? ''])
    for (const category of CATEGORIES)
      for (const { id, vector } of index.pool(category).rows()) {
        const { objective, keywords } = await tables(store).entry.findUniqueOrThrow({ where: { id } })
        const text = descriptionText({ objective, keywords: JSON.parse(keywords) })
        expect(vector).toEqual(await embedOne(embedder, text))
      }
    // An edit makes the other space incomplete rather than outdated.
    const { revision } = await tables(store).entry.findUniqueOrThrow({ where: { id: entry?.id ?? '' } })
    await editEntry({ entryId: entry?.id ?? '', revision, objective: 'explain a deadlock' }, write)
    await expect(requireWhole(store, await other.approved(), [entry?.projectId ?? ''])).rejects.toMatchObject(
      {
        message: expect.stringContaining('11 of 12'),
      },
    )
    await orderReEmbed({ to: JOINED_EMBEDDER_ID, thenSwitch: false }, deps)
    await run()
    await requireWhole(store, await other.approved(), [entry?.projectId ?? ''])
  })

  it('of one name are told apart when the model behind it changed', async () => {
    const { env, fake } = await withFake()
    const first = await work(await openTestStore(), env)
    await fill(first.store, 2)
    await orderReEmbed({ to: REMOTE, thenSwitch: true }, first.deps)
    await first.run()
    fake.becomeAnotherModel()
    const { deps, spaces } = await work(first.store, env)
    await expect(spaces.current().questions.embed(['mutex'])).rejects.toMatchObject({ code: 'model-changed' })
    await expect(estimateReEmbed({ to: REMOTE }, deps)).rejects.toMatchObject({ code: 'model-changed' })
  })

  it('of an embedder that is no longer set up are kept, and asking in them says what to do', async () => {
    const { env } = await withFake()
    const first = await work(await openTestStore(), env)
    await fill(first.store, 2)
    await orderReEmbed({ to: REMOTE, thenSwitch: true }, first.deps)
    await first.run()
    const { spaces } = await work(first.store)
    expect(spaces.current()).toMatchObject({ id: REMOTE, dimension: 64 })
    expect((await spaces.current().approved()).size).toBe(2)
    await expect(spaces.current().questions.embed(['mutex'])).rejects.toMatchObject({
      code: 'embedder-unavailable',
    })
    expect((await spaces.list()).find(({ id }) => id === REMOTE)).toMatchObject({
      available: false,
      complete: true,
    })
  })
})
