import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { API } from '../lib/api/all.ts'
import { ROUTES } from '../lib/api/http.ts'
import { fieldsOf } from '../lib/api/openapi.ts'
import type { Route } from '../lib/api/route.ts'
import { temporaryFolder } from '../lib/db/fixtures/test-store.ts'
import { importRuns, openTestLoupe, sampleForAll } from '../lib/fixtures/open-test-loupe.ts'
import { SCOPES } from '../lib/memory/keys.ts'
import type { OperationName } from '../lib/memory/operation.ts'
import { isShown, ROLES, type Role } from '../lib/memory/people.ts'
import { answerHttp } from './answer-http.ts'
import { answerMcp } from './answer-mcp.ts'
import { answerSession } from './answer-session.ts'
import { RIGHTS } from './fixtures/rights.ts'
import { describeFault, guard } from './guard.ts'

const sample = sampleForAll()
const shared = globalThis as typeof globalThis & { __loupe?: Promise<unknown> }
const HOST = '127.0.0.1:3000'
const PAGE = { host: HOST, 'sec-fetch-site': 'same-origin', origin: `http://${HOST}` }
const CHOSEN = 'correct horse battery'

/** Headers of each who asks. */
const WHO: Record<string, Record<string, string>> = { nobody: PAGE }
let ids: Record<string, string> = {}

beforeAll(async () => {
  shared.__loupe = Promise.resolve(sample())
  const { api } = sample()
  const lesson = {
    category: 'EDIT',
    kind: 'pattern',
    when: 'Then.',
    because: '',
    check: '',
  } as const
  const write = (project: string, title: string) =>
    api.store({ ...lesson, keywords: [], project, title, objective: title, do: `${title} well.` })
  const other = await write('other', 'mend the other')
  const second = await write('other', 'paint the other')
  const own = await write('sample', 'mend our own')
  const project = async (name: string) => (await api.project({ name })).id
  ids = {
    ...{
      other: other.id,
      second: second.id,
      otherProject: await project('other'),
      ownProject: await project('sample'),
    },
    own: own.id,
    otherRevision: `${other.receipt.revision}`,
    ownRevision: `${own.receipt.revision}`,
  }
  const people = [
    ['Olga', 'owner', null],
    ['Rita', 'reader', null],
    ['Rolf', 'reviewer', null],
    ['Sven', 'reviewer', ['sample']],
  ] as const
  for (const [name, role, projects] of people) {
    const { password } = await api.addPerson({ name, role, projects: projects && [...projects] })
    const cookie = await signIn({ name, password, newPassword: CHOSEN })
    WHO[name] = { ...PAGE, cookie }
  }
  const { key } = await api.makeKey({ name: 'ci', scopes: [...SCOPES], project: 'sample' })
  WHO.key = { host: HOST, authorization: `Bearer ${key}` }
})
afterAll(() => {
  delete shared.__loupe
})

const NAME_OF: Readonly<Record<Role, string>> = { owner: 'Olga', reviewer: 'Rolf', reader: 'Rita' }

async function signIn(body: object): Promise<string> {
  const headers = { ...PAGE, 'content-type': 'application/json' }
  const request = new Request(`http://${HOST}/api/session`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  const answer = await answerSession(request)
  expect(answer.status).toBe(204)
  return (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
}

/** What the server action tells a caller, as app/commands.ts asks: `ok`, or the code of the fault. */
async function act(who: string, name: string, input: unknown): Promise<string> {
  try {
    const caller = await guard({ method: 'POST', headers: new Headers(WHO[who]) })
    await sample().run(name, input, caller)
    return 'ok'
  } catch (error) {
    return describeFault(error).error.code
  }
}

const OPERATIONS = Object.keys(API) as OperationName[]
const roleOf = (name: string) => Object.entries(RIGHTS).find(([, names]) => names.includes(name))?.[0]

it('every operation is in one class of rights, written down a second time', () => {
  expect(Object.values(RIGHTS).flat().toSorted()).toEqual(OPERATIONS.toSorted())
})

/** No operation takes this field: whoever may ask is told so, and nothing happens. */
const NO_INPUT = { 'no such field': 1 }
const REFUSED = ['sign-in', 'role', 'key-scope']

describe.each(OPERATIONS)('%s', (name) => {
  it('is refused to nobody, and told to nobody', async () => {
    expect(await act('nobody', name, NO_INPUT)).toBe('sign-in')
  })
  it.each(ROLES)('of a %s as its class says', async (role) => {
    const needed = roleOf(name) ?? 'owner'
    const may = needed === 'anyone' || ROLES.indexOf(role) >= ROLES.indexOf(needed as Role)
    expect(await act(NAME_OF[role], name, NO_INPUT)).toBe(may ? 'bad-input' : 'role')
  })
  it('of a key as its scopes say', async () => {
    const { kind, scopes } = API[name] as { kind: string; scopes?: unknown }
    const may = scopes === undefined ? kind === 'query' : !Array.isArray(scopes) || scopes.length > 0
    expect(REFUSED.includes(await act('key', name, NO_INPUT))).toBe(!may)
  })
})

/** A request that reaches the operation behind an address. */
function requestOf({ method, path, parameters, body }: Route, who: string): Request {
  const given = fieldsOf(parameters).flatMap(({ name, isRequired, schema: { enum: words } }) =>
    isRequired ? [[name, Array.isArray(words) ? String(words[0]) : 'sample']] : [],
  )
  const filled = path.replace(/:(\w+)/g, (_, part: string) => (part === 'agent' ? 'codex' : 'none'))
  const isFile = body !== null && 'bytes' in body
  return new Request(`http://${HOST}/api/v1/${filled}?${new URLSearchParams(given)}`, {
    method,
    headers: { ...WHO[who], 'content-type': isFile ? 'application/octet-stream' : 'application/json' },
    // A map is asked for by the name of its project.
    ...(body === null
      ? {}
      : { body: isFile ? '' : JSON.stringify(path === 'map' ? { project: 'sample' } : NO_INPUT) }),
  })
}

describe.each(ROUTES.map((route) => [`${route.method} ${route.path}`, route] as const))(
  '%s',
  (name, route) => {
    it('is closed to nobody', async () => {
      const answer = await answerHttp(requestOf(route, 'nobody'))
      if (name === 'GET health') expect(await answer.json()).toEqual({ ok: true })
      else expect([answer.status, (await answer.json()).error.code]).toEqual([401, 'sign-in'])
    })
    // What a GET asks is a query: see above.
    it.runIf(route.method !== 'GET')('changes nothing for a reader', async () => {
      const operation = route.body && 'operation' in route.body ? route.body.operation : null
      const answer = await answerHttp(requestOf(route, 'Rita'))
      const said = answer.ok ? 'ok' : (await answer.json()).error.code
      expect(said === 'role').toBe(!operation || !['anyone', 'reader'].includes(roleOf(operation) ?? ''))
    })
  },
)

it('an agent without a key is told how to send one', async () => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })
  const headers = {
    ...PAGE,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  }
  expect(
    (await answerMcp(new Request(`http://${HOST}/api/mcp`, { method: 'POST', headers, body }))).status,
  ).toBe(401)
})

/** Names and ids of another project, by the name of the field, wherever it stands. */
function foreign(schema: Record<string, unknown>, field: string): unknown {
  const {
    type,
    properties,
    required = [],
    items,
    anyOf,
    oneOf,
    minimum,
    const: only,
  } = schema as {
    type?: string
    properties?: Record<string, Record<string, unknown>>
    required?: string[]
    items?: Record<string, unknown>
    anyOf?: Record<string, unknown>[]
    oneOf?: Record<string, unknown>[]
    enum?: unknown[]
    minimum?: number
    const?: unknown
  }
  const words = schema.enum as unknown[] | undefined
  if (only !== undefined) return only
  if (words) return words[0]
  const choice = (anyOf ?? oneOf)?.find((one) => one.type !== 'null')
  if (choice) return foreign(choice, field)
  if (type === 'object') {
    const names = Object.keys(properties ?? {}).filter(
      (one) => required.includes(one) || /project|ids?$/i.test(one),
    )
    return Object.fromEntries(names.map((one) => [one, foreign(properties?.[one] ?? {}, one)]))
  }
  if (type === 'array') return [foreign(items ?? {}, field), foreign(items ?? {}, field)]
  if (type === 'number' || type === 'integer')
    return /revision/i.test(field) ? Number(ids.otherRevision) : Math.max(minimum ?? 0, 1)
  if (type === 'boolean') return false
  if (field === 'projectId') return ids.otherProject
  if (/project/.test(field)) return 'other'
  if (/id$|ids$|^subject|^survivor|takenFrom/i.test(field)) return ids.other
  return field === 'hash' ? 'a'.repeat(64) : 'xxxxxxxxxxxx'
}

describe.each(['Sven', 'key'])('of two projects, %s of one', (who) => {
  it.each(OPERATIONS)('cannot ask %s of the other', async (name) => {
    const { input, of } = API[name] as { input: z.ZodType; of?: string }
    const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Record<string, unknown>
    const said = await act(who, name, foreign(schema, ''))
    // Those look themselves whose the caller may see: below.
    if (of === 'any') expect(LOOKS_ITSELF).toContain(name)
    else expect(['not-found', 'other-projects', 'role', 'key-scope', 'bad-input']).toContain(said)
  })
})

const LOOKS_ITSELF = [
  ...['shell', 'health', 'project', 'findProject', 'projectOfFolder', 'hook', 'listJobs', 'lastImport'],
  ...[
    'chips',
    'prompts',
    'embedders',
    'lookFar',
    'stopLook',
    'readResults',
    'previewRuns',
    'saveResults',
    'changePassword',
  ],
]

it('whoever is shown one project sees nothing of another, and is told the same of what is not there', async () => {
  const none = 'm_01ARZ3NDEKTSV4RRFFQ69G5FAV'
  const told = async (name: string, input: unknown) => await act('Sven', name, input)
  for (const id of [ids.other, none]) {
    expect(await told('findEntry', { id })).toBe('not-found')
    expect(await told('findEntryAlone', { id })).toBe('not-found')
    expect(await told('retire', { entryIds: [ids.own, id], reason: 'away' })).toBe('not-found')
    const entries = [ids.own, id].map((entryId) => ({ entryId, revision: 1 }))
    expect(await told('merge', { survivorId: ids.own, entries })).toBe('not-found')
    const decision = {
      projectId: ids.ownProject,
      task: 'finding',
      queue: 'near-duplicate',
      by: 'Sven',
      verdict: 'merge',
    }
    const merge = { survivorId: ids.own, entries }
    expect(await told('settleReview', { ...decision, subjects: ['x'], merge })).toBe('not-found')
    expect(await told('settleReview', { ...decision, subjects: [`${ids.own} ${id}`] })).toBe('not-found')
    expect(await told('listEntries', { projectId: ids.ownProject, like: id })).toBe('not-found')
  }
  const carry = { verb: 'copy', filter: { projectId: ids.ownProject, ids: [ids.own] }, expectedCount: 1 }
  expect(await told('carry', { ...carry, to: { project: 'other' } })).toBe('not-found')
  expect(await told('carry', { ...carry, to: { project: 'nowhere' } })).toBe('not-found')
  expect(await told('carry', { ...carry, to: { scope: 'user' } })).toBe('not-found')
  expect(await told('undo', { revision: Number(ids.otherRevision) })).toBe('not-found')
  expect(await told('undo', { revision: 999_999 })).toBe('not-found')
  expect(await told('activityChanges', { revision: Number(ids.otherRevision) })).toBe('not-found')
  expect(await told('modelRequest', { hash: 'a'.repeat(64) })).toBe('not-found')
  expect(await told('exportEntries', { project: null, format: 'jsonl', versions: false })).toBe(
    'other-projects',
  )
  expect(await told('waitingRequests', { project: null })).toBe('other-projects')
  const bulk = { rule: { verb: 'pin' }, filter: { projectId: ids.otherProject } }
  expect(await told('previewBulk', bulk)).toBe('not-found')
  expect(await told('store', { project: 'a new one' })).toBe('bad-input')
  expect(await told('findProject', { name: 'other' })).toBe('ok')
  // And his own is his.
  expect(await told('findEntry', { id: ids.own })).toBe('ok')
  expect(await told('activityChanges', { revision: Number(ids.ownRevision) })).toBe('ok')
})

it('a lesson that was copied here shows no step of the run that stayed elsewhere', async () => {
  const { api, apiFor } = sample()
  const { rows } = await api.listEntries({ projectId: ids.ownProject ?? '' })
  const from = rows.find(({ instanceId }) => instanceId !== null)?.id ?? ''
  const filter = { projectId: ids.ownProject ?? '', ids: [from] }
  const copied = await api.carry({ verb: 'copy', filter, expectedCount: 1, to: { project: 'other' } })
  const id = copied.entryIds[0] ?? ''
  const his = apiFor({ id: 'u', name: 'Nora', role: 'reader', projectIds: [ids.otherProject ?? ''] })
  expect((await api.findEntry({ id }))?.steps.length).toBeGreaterThan(0)
  expect((await his.findEntry({ id }))?.steps).toEqual([])
  const exported = { project: 'other', versions: false, filter: { ids: [id] } }
  const { leftOut, pieces } = await his.exportEntries({ ...exported, format: 'atif' })
  expect(leftOut).toBe(1)
  for await (const piece of pieces) expect(piece).toBe('no run')
  const copy = await api.findEntry({ id })
  const text = copy?.entry.description.objective ?? ''
  const asked = { project: 'other', text, mode: 'subtask', category: copy?.entry.category, limit: 1 } as const
  const { injected, hits } = await his.retrieve({ ...asked, strategy: 'raw' })
  expect(hits[0]?.entryId).toBe(id)
  expect(injected ?? '').not.toContain(copy?.steps[0]?.actions[0]?.text ?? 'no step')
})

it('no key is told of other keys', async () => {
  const { key } = await sample().api.makeKey({ name: 'all', scopes: [...SCOPES] })
  WHO.all = { host: HOST, authorization: `Bearer ${key}` }
  expect([await act('all', 'keys', {}), await act('all', 'people', {})]).toEqual(['key-scope', 'key-scope'])
})

it('a session of an agent stays in its project, whoever names it', async () => {
  const { api, run, findKey } = sample()
  const [own, other] = [temporaryFolder(), temporaryFolder()]
  for (const root of [own, other]) mkdirSync(join(root, '.git'))
  await api.mapWorkspace({ root: own, project: 'sample' })
  await api.mapWorkspace({ root: other, project: 'other' })
  const transcript = join(other, 'transcript.jsonl')
  const event = {
    session_id: 'of-the-other',
    transcript_path: transcript,
    hook_event_name: 'UserPromptSubmit',
  }
  await api.hook({ agent: 'claude-code', event: { ...event, cwd: other, prompt: 'Mend the other.' } })
  const ci = await findKey(WHO.key?.authorization?.slice(7) ?? '')
  const stolen = { ...event, cwd: own, hook_event_name: 'SessionEnd', transcript_path: undefined }
  await run('hook', { agent: 'claude-code', event: stolen }, ci)
  const sessionsOf = async (projectId = '') =>
    (await api.agents({ projectId })).sessions.map((one) => one.session)
  expect(await sessionsOf(ids.ownProject)).not.toContain('of-the-other')
  expect(await sessionsOf(ids.otherProject)).toContain('of-the-other')
  for (const root of [own, other]) await api.forgetWorkspace({ root })
})

it('a change of accounts and keys is told in the server’s log, with who made it and without a secret', async () => {
  const lines: string[] = []
  const loupe = await openTestLoupe(temporaryFolder(), {}, (line) => lines.push(line))
  onTestFinished(async () => await loupe.close())
  const { id, password } = await loupe.api.addPerson({ name: 'Ada', role: 'owner' })
  const ada = { id, name: 'Ada', role: 'owner', projectIds: null } as const
  await loupe.run('makeKey', { name: 'ci', scopes: ['read'] }, ada)
  const all = lines.filter((line) => /addPerson|makeKey/.test(line))
  expect(all).toEqual([
    'the owner: addPerson {"role":"owner","projects":null,"name":"Ada"}',
    'Ada: makeKey {"name":"ci","scopes":["read"],"project":null}',
  ])
  expect(all.join()).not.toContain(password)
})

it('lists, counts and names of projects are those that are shown', async () => {
  const { api, apiFor, findAccount } = sample()
  const sven = await findAccount(WHO.Sven?.cookie?.split('=')[1] ?? '')
  const his = apiFor(sven)
  expect((await api.shell({ project: null })).projects.map(({ name }) => name)).toContain('other')
  const shell = await his.shell({ project: 'other' })
  expect(shell.projects.map(({ name }) => name)).toEqual(['sample'])
  expect([shell.current?.name, shell.account]).toEqual(['sample', { name: 'Sven', role: 'reviewer' }])
  expect(await his.findProject({ name: 'other' })).toBeNull()
  expect((await his.project({ name: null })).name).toBe('sample')
  await expect(his.project({ name: 'other' })).rejects.toThrow(/^There is no such project\.$/)
  expect((await his.listJobs({ limit: 200 })).every(({ projectId }) => isShown(sven, projectId))).toBe(true)
  expect((await his.agents({ projectId: ids.ownProject ?? '' })).workspaces).toEqual([])
  const { unassigned } = await his.experiments({ project: 'sample' })
  expect(unassigned).toEqual([])
})

it('a change carries the name of whoever signed in, whatever name was sent', async () => {
  const { api } = sample()
  expect(await act('Rolf', 'change', { rule: { verb: 'pin' }, entryIds: [ids.own], by: 'Olga' })).toBe('ok')
  expect(await act('Rolf', 'addNote', { entryId: ids.own, text: 'Seen.' })).toBe('ok')
  const found = await api.findEntry({ id: ids.own ?? '' })
  expect([found?.versions[0]?.by, found?.notes[0]?.by]).toEqual(['Rolf', 'Rolf'])
  const order = { project: 'sample', by: 'Olga', seeds: [1], strategies: ['subtask'] }
  expect(await act('Rolf', 'orderStudy', { design: 'stream', order })).toBe('ok')
  expect((await api.listStudies({ project: 'sample' }))[0]?.by).toBe('Rolf')
  const proposal = {
    project: 'sample',
    category: 'EDIT',
    objective: 'mend it',
    when: 'w',
    do: 'd',
    agent: 'Olga',
  }
  expect(await act('key', 'proposeEntry', proposal)).toBe('ok')
  const { rows } = await api.listActivity({ projectId: ids.ownProject ?? '', verb: 'add' })
  expect(rows[0]?.by).toBe('ci')
})

describe('what is the owner’s', () => {
  it('costs nothing that a lesser role asks: no model reads its question, nothing is embedded anew', async () => {
    const { api } = sample()
    const waiting = async () => (await api.waitingRequests({ project: 'sample' })).count
    const before = await waiting()
    const asked = { project: 'sample', text: 'a question that nobody asked yet', mode: 'task' }
    expect(await act('Rita', 'retrieve', { ...asked, plan: 'model', strategy: 'subtask' })).toBe('ok')
    expect(await waiting()).toBe(before)
    expect(await act('Rolf', 'readQuestion', asked)).toBe('ok')
    expect(await waiting()).toBe(before + 1)
    const queries = [{ id: 'q', text: 'paginate', relevant: [] }]
    const replay = { project: 'sample', queries, strategies: ['subtask;embedder=local-v1'] }
    expect(await act('Rita', 'replay', replay)).toBe('role')
    expect(await act('key', 'replay', replay)).toBe('key-scope')
    const { strategies } = replay
    expect(await act('Rolf', 'orderStudy', { design: 'retrieval', order: { ...replay, strategies } })).toBe(
      'role',
    )
  })

  it('is neither stopped, let go on nor undone by a lesser role', async () => {
    const { api } = sample()
    await importRuns(sample(), 'runs', 1)
    const { jobId } = await api.orderDistil({ project: 'runs', with: 'handover' })
    for (const verb of ['pauseJob', 'retryJob', 'cancelJob'])
      expect([verb, await act('Rolf', verb, { jobId })]).toEqual([verb, 'role'])
    const { revision } = await api.serveExtractor({ project: 'sample', extractor: 'model-v1' })
    expect(await act('Rolf', 'undo', { revision })).toBe('role')
    const undone = await api.undo({ revision })
    expect(await act('Rolf', 'undo', { revision: undone.revision })).toBe('role')
  })
})

describe('sessions', () => {
  const door = (body: object | null, headers: Record<string, string> = PAGE) =>
    answerSession(
      new Request(`http://${HOST}/api/session`, {
        method: body ? 'POST' : 'DELETE',
        headers: { ...headers, 'content-type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      }),
    )
  const codeOf = async (answer: Response) => (await answer.json()).error.code
  const newPerson = async () => {
    const { api } = sample()
    const name = `Nora ${Math.random()}`
    return { name, ...(await api.addPerson({ name, role: 'reader', projects: null })) }
  }
  beforeEach(() => {
    WHO.tried = PAGE
  })

  it('a password that was told is replaced before anything opens', async () => {
    const { name, password } = await newPerson()
    expect(await codeOf(await door({ name, password }))).toBe('new-password')
    expect(await codeOf(await door({ name, password, newPassword: password }))).toBe('new-password')
    expect(await codeOf(await door({ name, password, newPassword: 'short' }))).toBe('bad-input')
    await signIn({ name, password, newPassword: CHOSEN })
    expect(await codeOf(await door({ name, password }))).toBe('wrong-password')
  })

  it('a password that was told opens nothing after 7 days', async () => {
    const { id, name, password } = await newPerson()
    const now = Date.now()
    vi.useFakeTimers({ now: now + 7 * 86_400_000 + 60_000, toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    expect(await codeOf(await door({ name, password }))).toBe('password-expired')
    expect(await codeOf(await door({ name, password: 'wrong' }))).toBe('wrong-password')
    const again = await sample().api.resetPassword({ id })
    await signIn({ name, password: again.password, newPassword: CHOSEN })
  })

  it('the cookie is not read by scripts, and is secure behind https', async () => {
    const named = { name: 'Rita', password: CHOSEN }
    const plain = (await door(named)).headers.get('set-cookie')
    expect(plain).toMatch(/^loupe-3000=[0-9a-f]{64}; Path=\/; HttpOnly; SameSite=Lax$/)
    const https = { ...PAGE, origin: `https://${HOST}`, 'x-loupe-scheme': 'https' }
    const secure = (await door(named, https)).headers.get('set-cookie') ?? ''
    // A name that no http page of the host can set.
    expect(secure).toMatch(/^__Host-loupe-3000=[0-9a-f]{64}; Path=\/; HttpOnly; SameSite=Lax; Secure$/)
    WHO.tried = { ...https, cookie: secure.split(';')[0] ?? '' }
    expect(await act('tried', 'shell', { project: null })).toBe('ok')
  })

  it('a session that was planted is never taken over: signing in makes a new one and ends the one before', async () => {
    const planted = `loupe-3000=${'0'.repeat(64)}`
    const first = await signIn({ name: 'Rita', password: CHOSEN })
    expect(first).not.toBe(planted)
    const second = (await door({ name: 'Rita', password: CHOSEN }, { ...PAGE, cookie: first })).headers.get(
      'set-cookie',
    )
    WHO.tried = { ...PAGE, cookie: planted }
    expect(await act('tried', 'shell', { project: null })).toBe('sign-in')
    WHO.tried = { ...PAGE, cookie: first }
    expect(await act('tried', 'shell', { project: null })).toBe('sign-in')
    WHO.tried = { ...PAGE, cookie: second?.split(';')[0] ?? '' }
    expect(await act('tried', 'shell', { project: null })).toBe('ok')
    expect((await door(null, WHO.tried)).status).toBe(204)
    expect(await act('tried', 'shell', { project: null })).toBe('sign-in')
  })

  it('ends with a reset, a change of the password and the account; a changed role counts at once', async () => {
    const { api } = sample()
    const { id, name, password } = await newPerson()
    const cookie = await signIn({ name, password, newPassword: CHOSEN })
    WHO.tried = { ...PAGE, cookie }
    expect(await act('tried', 'shell', { project: null })).toBe('ok')
    await api.changePerson({ id, role: 'reviewer', projects: ['other'] })
    expect(await act('tried', 'findEntryAlone', { id: ids.own })).toBe('not-found')
    expect(await act('tried', 'changePassword', { password: 'wrong', newPassword: CHOSEN })).toBe(
      'wrong-password',
    )
    expect(await act('tried', 'changePassword', { password: CHOSEN, newPassword: `${CHOSEN}!` })).toBe('ok')
    expect(await act('tried', 'shell', { project: null })).toBe('sign-in')
    WHO.tried = { ...PAGE, cookie: await signIn({ name, password: `${CHOSEN}!` }) }
    await api.resetPassword({ id })
    expect(await act('tried', 'shell', { project: null })).toBe('sign-in')
    await api.removePerson({ id })
    expect(await codeOf(await door({ name, password: `${CHOSEN}!` }))).toBe('wrong-password')
  })

  it('no page of another site signs anybody in, or acts with their cookie', async () => {
    const named = { name: 'Rita', password: CHOSEN }
    const evil = { host: HOST, 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
    expect((await door(named, evil)).status).toBe(403)
    expect((await door(named, { ...PAGE, host: 'evil.example:3000' })).status).toBe(421)
    WHO.tried = { ...evil, cookie: WHO.Olga?.cookie ?? '' }
    expect(await act('tried', 'people', {})).toBe('foreign-origin')
    WHO.tried = { host: HOST, origin: `https://${HOST}`, cookie: WHO.Olga?.cookie ?? '' }
    expect(await act('tried', 'people', {})).toBe('foreign-origin')
  })

  it('there is an owner as long as there are accounts, and an owner is shown all', async () => {
    const { api } = sample()
    const olga = (await api.people()).find(({ name }) => name === 'Olga')?.id ?? ''
    await expect(api.removePerson({ id: olga })).rejects.toMatchObject({ code: 'owner-first' })
    const reader = { id: olga, role: 'reader', projects: null } as const
    await expect(api.changePerson(reader)).rejects.toMatchObject({ code: 'owner-first' })
    const own = { id: olga, role: 'owner', projects: ['sample'] } as const
    await expect(api.changePerson({ ...own, projects: ['sample'] })).rejects.toMatchObject({
      code: 'owner-of-all',
    })
    await expect(api.addPerson({ name: 'OLGA', role: 'reader' })).rejects.toMatchObject({
      code: 'name-taken',
    })
    expect(JSON.stringify(await api.people())).not.toMatch(/scrypt/)
  })

  it('a name that is not there takes as much work as a wrong password, and is told in the same words', async () => {
    const tried = async (name: string) => {
      const address = { 'x-loupe-address': `t${Math.random()}` }
      const before = process.cpuUsage()
      const answer = await door({ name, password: 'wrong' }, { ...PAGE, ...address })
      return { work: process.cpuUsage(before).user, error: (await answer.json()).error }
    }
    await tried('nobody of that name') // what it is compared with is made once
    const [known, unknown] = [await tried('Rita'), await tried('Zoe')]
    expect(unknown.error).toEqual(known.error)
    // The hash is nearly all of it.
    expect(unknown.work / known.work).toBeGreaterThan(0.5)
  })

  it('a name in other letters that mean the same is the same name to the limit', async () => {
    const { name, password } = await newPerson()
    const wide = String.fromCodePoint((name.codePointAt(0) ?? 0) + 0xfee0) + name.slice(1)
    const address = { ...PAGE, 'x-loupe-address': '10.0.0.3' }
    for (let i = 0; i < 5; i++) await door({ name, password: 'wrong' }, address)
    expect(await codeOf(await door({ name: wide, password }, address))).toBe('too-many-attempts')
  })

  it('many wrong passwords from anywhere keep nobody out where he or she signed in before', async () => {
    const { name, password } = await newPerson()
    const from = (address: string) => ({ ...PAGE, 'x-loupe-address': address })
    expect((await door({ name, password, newPassword: CHOSEN }, from('10.0.1.1'))).status).toBe(204)
    const wrong = Array.from({ length: 105 }, (_, i) =>
      door({ name, password: 'wrong' }, from(`10.0.2.${i % 25}`)),
    )
    expect((await Promise.all(wrong)).at(-1)?.status).toBe(429)
    expect((await door({ name, password: CHOSEN }, from('10.0.3.1'))).status).toBe(429)
    expect((await door({ name, password: CHOSEN }, from('10.0.1.1'))).status).toBe(204)
  }, 60_000)

  it('after five wrong passwords of a name from one address no other is tried; another address is not kept waiting', async () => {
    const { name, password } = await newPerson()
    const from = (address: string) => ({ ...PAGE, 'x-loupe-address': address })
    const said = await Promise.all(
      [1, 2, 3, 4, 5].map(() => door({ name, password: 'wrong' }, from('10.0.0.1'))),
    )
    expect(said.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401])
    expect((await door({ name, password }, from('10.0.0.1'))).status).toBe(429)
    expect(await codeOf(await door({ name, password }, from('10.0.0.2')))).toBe('new-password')
  })
})
