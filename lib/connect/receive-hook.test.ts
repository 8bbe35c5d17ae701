import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../db/fixtures/test-store.ts'
import { sampleForAll } from '../fixtures/open-test-loupe.ts'

const sample = sampleForAll()
let root = ''
let sessions = 0
let projectId = ''

/** A repository of its own, as the agent's folder. */
beforeEach(async () => {
  root = temporaryFolder()
  mkdirSync(join(root, '.git'))
  mkdirSync(join(root, 'src'))
  projectId = (await sample().api.project({ name: 'sample' })).id
})

const TASK = 'The cursor of a paged listing repeats the last row of a page on the next page.'
const LESSON = /<memory id="(m_[^"]+)" category="(\w+)">/

function session(more: object = {}) {
  const at = { session_id: `session-${++sessions}`, cwd: join(root, 'src'), ...more }
  let calls = 0
  const send = async (event: object) => {
    const answer = (await sample().api.hook({ agent: 'claude-code', event: { ...at, ...event } })) as {
      hookSpecificOutput: { additionalContext: string }
    } | null
    return answer?.hookSpecificOutput.additionalContext ?? null
  }
  const tool = (tool_name: string, tool_input: object, tool_response = '', tool_use_id = `t${++calls}`) =>
    send({
      hook_event_name: 'PostToolBatch',
      tool_calls: [{ tool_name, tool_input, tool_response, tool_use_id }],
    })
  return {
    ...at,
    send,
    tool,
    prompt: (prompt = TASK) => send({ hook_event_name: 'UserPromptSubmit', prompt }),
    edit: (id?: string) =>
      tool('Edit', { file_path: 'src/pages.py', old_string: 'a', new_string: 'b' }, 'ok', id),
    test: () => tool('Bash', { command: 'python -m pytest tests/test_pages.py' }, '3 passed'),
  }
}
const map = () => sample().api.mapWorkspace({ root, project: 'sample' })
const feedOf = async ({ session_id }: { session_id: string }) =>
  (await sample().api.agents({ projectId })).feed
    .filter(({ episode }) => episode?.includes(session_id))
    .reverse()

describe('a session in a repository that nobody mapped', () => {
  it('is given nothing and leaves nothing but that it was seen', async () => {
    const mine = session()
    expect([await mine.prompt(), await mine.edit()]).toEqual([null, null])
    const { workspaces, sessions: kept } = await sample().api.agents({ projectId })
    expect(workspaces.find((one) => one.root === root)).toMatchObject({ project: null, agent: 'claude-code' })
    expect(kept.filter(({ session: name }) => name === mine.session_id)).toEqual([])
    expect(await feedOf(mine)).toEqual([])
  })

  it('is not seen where the event only tries the hook', async () => {
    await session({ session_id: 'loupe-test' }).send({ hook_event_name: 'SessionStart', source: 'startup' })
    const { workspaces } = await sample().api.agents({ projectId })
    expect(workspaces.filter((one) => one.root === root)).toEqual([])
  })

  it('is forgotten when a person says so', async () => {
    await session().prompt()
    await sample().api.forgetWorkspace({ root })
    const { workspaces } = await sample().api.agents({ projectId })
    expect(workspaces.filter((one) => one.root === root)).toEqual([])
  })

  it('outside of a repository is not even seen', async () => {
    const folder = temporaryFolder()
    await session({ cwd: folder }).prompt()
    expect((await sample().api.agents({ projectId })).workspaces.some((one) => one.root === folder)).toBe(
      false,
    )
  })
})

describe('a session in a mapped repository', () => {
  beforeEach(map)

  it('asks once at the start of each stage, by what the agent does', async () => {
    const mine = session()
    await mine.prompt()
    await mine.tool('Read', { file_path: 'src/pages.py' }, 'def page(): ...')
    await mine.edit()
    await mine.edit()
    await mine.test()
    await mine.test()
    const feed = await feedOf(mine)
    expect(feed.map(({ category, declaredBy }) => [category, declaredBy])).toEqual([
      ['ANALYZE', 'observed'],
      ['EDIT', 'observed'],
      ['VERIFY', 'observed'],
    ])
    for (const row of feed) expect(row.receipt).toBe(row.tokens === null ? null : 'sent')
    expect(
      feed.some(({ tokens }) => tokens !== null) || feed.every(({ abstained }) => abstained !== null),
    ).toBe(true)
  })

  it('is sent a lesson as data, at most once, and says why where it is sent none', async () => {
    const mine = session()
    const said = [await mine.prompt(), await mine.edit(), await mine.test()]
    const feed = await feedOf(mine)
    expect(feed).toHaveLength(3)
    for (const [i, row] of feed.entries()) {
      const sent = said[i] ?? null
      if (row.abstained === null)
        expect(LESSON.exec(sent ?? '')?.slice(1)).toEqual([row.entryId, row.category])
      else expect(sent).toBeNull()
    }
    const ids = feed.flatMap(({ abstained, entryId }) => (abstained === null ? [entryId] : []))
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('takes the same event twice as one, also when both arrive at once', async () => {
    const mine = session()
    await mine.prompt()
    await Promise.all([mine.edit('same'), mine.edit('same')])
    await mine.edit('same')
    expect((await feedOf(mine)).map(({ category }) => category)).toEqual(['ANALYZE', 'EDIT'])
  })

  it('is not mixed with another session, nor with its own sub-agent', async () => {
    const [one, other] = [session(), session()]
    const sub = session({ session_id: one.session_id, agent_id: 'sub-1' })
    await Promise.all([
      one.prompt(),
      other.prompt('Say why the export loses rows.'),
      sub.prompt('Find the tests.'),
    ])
    await Promise.all([one.edit(), sub.tool('Bash', { command: 'python repro.py' }, 'Traceback')])
    const names = (rows: Awaited<ReturnType<typeof feedOf>>) =>
      rows.map(({ episode, category }) => `${episode} ${category}`)
    expect(names(await feedOf(other))).toEqual([`claude-code:${other.session_id} ANALYZE`])
    expect(names(await feedOf(one)).sort()).toEqual([
      `claude-code:${one.session_id} ANALYZE`,
      `claude-code:${one.session_id} EDIT`,
      `claude-code:${one.session_id}/sub-1 ANALYZE`,
      `claude-code:${one.session_id}/sub-1 REPRODUCE`,
    ])
  })

  it('goes on after a word to go on, and begins a new episode with a new task', async () => {
    const mine = session()
    await mine.prompt()
    await mine.prompt('continue')
    await mine.prompt('Now make the export keep empty rows.')
    expect((await feedOf(mine)).map(({ episode }) => episode)).toEqual([
      `claude-code:${mine.session_id}`,
      `claude-code:${mine.session_id}#2`,
    ])
  })

  it('is sent the lesson of its stage once more when its context was cut, and no other', async () => {
    const mine = session()
    const first = await mine.prompt()
    const again = await mine.send({ hook_event_name: 'SessionStart', source: 'compact' })
    expect(again).toBe(first)
    expect((await feedOf(mine)).map(({ category }) => category)).toEqual(['ANALYZE', 'ANALYZE'])
  })

  it('is given nothing while it or its repository is paused', async () => {
    const mine = session()
    await mine.prompt()
    const { sessions: kept } = await sample().api.agents({ projectId })
    const id = kept.find(({ session: name }) => name === mine.session_id)?.id ?? ''
    await sample().api.pauseSession({ id, paused: true })
    await mine.edit()
    await sample().api.pauseSession({ id, paused: false })
    await sample().api.pauseWorkspace({ root, paused: true })
    await mine.test()
    expect((await feedOf(mine)).map(({ category }) => category)).toEqual(['ANALYZE'])
    await sample().api.pauseWorkspace({ root, paused: false })
  })

  it('works in a linked working tree as in the main one', async () => {
    const tree = temporaryFolder()
    mkdirSync(join(root, '.git', 'worktrees', 'tree'), { recursive: true })
    writeFileSync(join(tree, '.git'), `gitdir: ${root}/.git/worktrees/tree\n`)
    const mine = session({ cwd: tree })
    await mine.prompt()
    expect(await feedOf(mine)).toHaveLength(1)
  })

  it('survives a state that an older Loupe wrote', async () => {
    const mine = session()
    await mine.prompt()
    const { readWatch } = await import('./receive-hook.ts')
    expect(readWatch({ state: '{"old":1}' })).toMatchObject({ taskCount: 0, stage: null, given: [] })
  })
})

it('of each lesson in service is known how far it came, which is a filter and the counts of the page', async () => {
  const { reach, feed } = await sample().api.agents({ projectId })
  const listed = async (one: string) => {
    const asked = { projectId, expression: `reach:${one} state:approved service:in`, limit: 200 }
    const { rows, matchCount } = await sample().api.listEntries({
      ...{ text: '', facets: {}, sort: 'created', descending: true, offset: 0 },
      ...asked,
    })
    return { ids: rows.map(({ id }) => id), matchCount }
  }
  for (const [one, count] of Object.entries(reach))
    expect([one, (await listed(one)).matchCount]).toEqual([one, count])
  const sent = new Set(feed.flatMap(({ abstained, entryId }) => (abstained === null ? [entryId] : [])))
  expect(new Set((await listed('sent')).ids)).toEqual(sent)
  const best = feed.map(({ entryId }) => entryId).filter((id) => !sent.has(id))
  expect(new Set((await listed('unfit')).ids)).toEqual(new Set(best))
  const asked = new Set<string>(feed.map(({ category }) => category))
  const silent = ['ANALYZE', 'REPRODUCE', 'EDIT', 'VERIFY'].filter((category) => !asked.has(category))
  expect(silent.length > 0).toBe(reach.unasked > 0)
  expect(reach.outranked).toBeGreaterThan(0)
})
