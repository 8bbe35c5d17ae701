import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../db/fixtures/test-store.ts'
import { sampleForAll } from '../fixtures/open-test-loupe.ts'
import { idsOfMessages } from './capture.ts'

const sample = sampleForAll()

it('finds the messages of a text, as they are and inside of JSON', () => {
  const message = '<memory id="m_01" category="EDIT">\nRecorded'
  const inJson = JSON.stringify({ content: JSON.stringify({ text: message.replace('01', '02') }) })
  const escaped = message.replace('01', '03').replace('<', '&lt;')
  expect(idsOfMessages(`${message} ${inJson} ${escaped} <memory id=broken>`)).toEqual([
    'm_01',
    'm_02',
    'm_03',
  ])
})

/** A repository of the sample, with a session in it and the path of its transcript. */
async function session(name: string) {
  const root = temporaryFolder()
  mkdirSync(join(root, '.git'))
  await sample().api.mapWorkspace({ root, project: 'sample' })
  const transcript = join(root, `${name}.jsonl`)
  const at = { session_id: name, cwd: root, transcript_path: transcript }
  const send = (event: object) => sample().api.hook({ agent: 'claude-code', event: { ...at, ...event } })
  const projectId = (await sample().api.project({ name: 'sample' })).id
  const feed = async () =>
    (await sample().api.agents({ projectId })).feed.filter(({ episode }) => episode === `claude-code:${name}`)
  return { send, transcript, feed, projectId, root }
}

/** A transcript as Claude Code writes it: the task, what was put before the model, one edit and its result. */
function transcriptOf(sessionId: string, task: string, given: string, cwd: string): string {
  const line = (uuid: string, parentUuid: string | null, type: string, message: unknown) =>
    JSON.stringify({ type, uuid, parentUuid, sessionId, cwd, timestamp: '2026-01-01T00:00:00Z', message })
  const call = {
    type: 'tool_use',
    id: 'c1',
    name: 'Edit',
    input: { file_path: 'a.py', old_string: 'a', new_string: 'b' },
  }
  const said = { type: 'text', text: `I was told this.\n${given}` }
  const result = { type: 'tool_result', tool_use_id: 'c1', content: 'ok' }
  return [
    line('u1', null, 'user', { role: 'user', content: task }),
    line('u2', 'u1', 'assistant', { id: 'm1', role: 'assistant', model: 'x', content: [said, call] }),
    line('u3', 'u2', 'user', { role: 'user', content: [result] }),
    '',
  ].join('\n')
}

it('brings the transcript in when the session ends: what was sent arrived, and its words are in no step', async () => {
  const { send, transcript, feed, projectId, root } = await session('captured-1')
  const { hits } = await sample().api.retrieve({ project: 'sample', text: 'anything', category: 'ANALYZE' })
  // Its own words ask for it, so that it is sure to be sent.
  const [lesson] = hits
  const task = `${lesson?.objective}; ${lesson?.keywords.join(', ')}`
  const answer = await send({ hook_event_name: 'UserPromptSubmit', prompt: task })
  const message = String(
    (answer as { hookSpecificOutput?: { additionalContext: string } } | null)?.hookSpecificOutput
      ?.additionalContext,
  )
  expect(message).toMatch(/^<memory id="m_/)
  expect((await feed()).map(({ receipt }) => receipt)).toEqual(['sent'])
  writeFileSync(transcript, transcriptOf('captured-1', task, message, root))
  await send({ hook_event_name: 'SessionEnd' })
  await expect
    .poll(async () => (await feed()).map(({ receipt }) => receipt), { timeout: 20_000 })
    .toEqual(['arrived'])
  const { rows } = await sample().api.listEpisodes({
    projectId,
    text: 'captured-1',
    outcome: null,
    offset: 0,
    limit: 5,
  })
  expect(rows).toHaveLength(1)
  const step = await sample().api.findStep({ episodeId: rows[0]?.id ?? '', n: 1 })
  const planted = /^Do +(.+)$/m.exec(message)?.[1] ?? 'no lesson'
  expect(JSON.stringify(step)).toContain('was given here]')
  expect(JSON.stringify(step)).not.toContain(planted.slice(0, 40))
}, 30_000)

it('says of what a whole transcript does not hold that it did not arrive', async () => {
  const { send, transcript, feed, root } = await session('captured-2')
  const { hits } = await sample().api.retrieve({ project: 'sample', text: 'anything', category: 'ANALYZE' })
  const task = `${hits[0]?.objective}; ${hits[0]?.keywords.join(', ')}`
  await send({ hook_event_name: 'UserPromptSubmit', prompt: task })
  writeFileSync(transcript, transcriptOf('captured-2', task, 'nothing', root))
  await send({ hook_event_name: 'SessionEnd' })
  await expect
    .poll(async () => (await feed()).map(({ receipt }) => receipt), { timeout: 20_000 })
    .toEqual(['absent'])
}, 30_000)

it('has lessons made of what a session left once a person said so, of nothing older, and never of what it was given', async () => {
  const { send, transcript, feed, projectId, root } = await session('captured-3')
  const waiting = async () =>
    (await sample().api.waitingRequests({ project: 'sample', offset: 0, limit: 200 })).rows
  const before = (await waiting()).map(({ hash }) => hash)
  await expect(sample().api.setOnline({ projectId, with: 'openai' })).rejects.toMatchObject({
    code: 'no-model',
  })
  await sample().api.setOnline({ projectId, with: 'handover' })
  expect((await sample().api.agents({ projectId })).online).toBe('handover')
  const { hits } = await sample().api.retrieve({ project: 'sample', text: 'anything', category: 'ANALYZE' })
  const task = `${hits[0]?.objective}; ${hits[0]?.keywords.join(', ')}`
  const answer = await send({ hook_event_name: 'UserPromptSubmit', prompt: task })
  const message = String(
    (answer as { hookSpecificOutput?: { additionalContext: string } } | null)?.hookSpecificOutput
      ?.additionalContext,
  )
  const planted = /^Do +(.+)$/m.exec(message)?.[1]?.slice(0, 40) ?? 'no lesson'
  expect(message).toContain(planted)
  writeFileSync(transcript, transcriptOf('captured-3', task, message, root))
  await send({ hook_event_name: 'SessionEnd' })
  await expect.poll(async () => (await waiting()).length, { timeout: 30_000 }).toBe(before.length + 1)
  const [asked] = (await waiting()).filter(({ hash }) => !before.includes(hash))
  const { user } = await sample().api.modelRequest({ hash: asked?.hash ?? '' })
  expect(user).toContain('was given here]')
  expect(user).not.toContain(planted)
  expect((await feed()).map(({ receipt }) => receipt)).toEqual(['arrived'])
  await sample().api.setOnline({ projectId, with: null })
  expect((await sample().api.agents({ projectId })).online).toBeNull()
}, 60_000)
