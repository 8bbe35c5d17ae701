import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../db/fixtures/test-store.ts'
import { AGENTS, type AgentName } from '../../memory/agents.ts'
import { connect, disconnect, listConnected, placeOf } from './connect.ts'

const WRITE = { rootPath: process.cwd(), dry: false }

/** A home folder in which each agent has settings of a person's own, with comments, odd order and odd spacing. */
const FOREIGN: Record<string, string> = {
  '.codex/hooks.json':
    '{\n\t"zeta": 1,\n\t"hooks": { "PostToolUse": [ {"matcher":"Bash","hooks":[{"type":"command","command":"mine"}]} ] },\n\t"alpha": [ ]\n}',
  '.codex/config.toml': '# mine\nmodel = "x"\n\n[mcp_servers.other]\ncommand = "other"',
  '.cursor/hooks.json': '{"version":1,"hooks":{"stop":[{"command":"mine"}]}}\n',
  '.cursor/mcp.json':
    '{\n  // a comment\n  "mcpServers": {\n    "other": { "url": "http://x" }, // trailing\n  }\n}\n',
  '.openhands/hooks.json': '{ "hooks": {} }\r\n',
  '.config/goose/config.yaml': 'GOOSE_MODEL: x\nextensions:\n  other:\n    enabled: true\nlast: 1\n',
  '.claude/settings.json': '{"hooks":{"Stop":[]}}',
}

function home(files: Record<string, string> = FOREIGN) {
  const folder = temporaryFolder()
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return { folder, place: placeOf(temporaryFolder(), folder, null) }
}

/** Every path below a folder, files with their bytes. */
function treeOf(folder: string): Record<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  return Object.fromEntries(
    paths.map((path) => [
      path,
      statSync(join(folder, path)).isFile() ? readFileSync(join(folder, path), 'latin1') : '/',
    ]),
  )
}

describe.each(AGENTS)('connecting %s', (agent: AgentName) => {
  it('and taking it out leaves every byte and folder as it was', () => {
    for (const files of [FOREIGN, {}]) {
      const { folder, place } = home(files)
      const before = treeOf(folder)
      connect(agent, place, WRITE)
      expect(treeOf(folder)).not.toEqual(before)
      disconnect(agent, place, false)
      expect(treeOf(folder)).toEqual(before)
    }
  })

  it('a second time changes nothing, and a dry run writes nothing', () => {
    const { folder, place } = home()
    const before = treeOf(folder)
    const planned = connect(agent, place, { ...WRITE, dry: true })
    expect(treeOf(folder)).toEqual(before)
    const acts = connect(agent, place, WRITE)
    expect(acts).toEqual(planned)
    const once = treeOf(folder)
    expect(connect(agent, place, WRITE).map(({ act }) => act)).toEqual(acts.map(() => 'same'))
    expect(treeOf(folder)).toEqual(once)
    disconnect(agent, place, false)
    expect(treeOf(folder)).toEqual(before)
  })

  it('names the hook script, and no key', () => {
    const { folder, place } = home()
    const before = treeOf(folder)
    connect(agent, place, WRITE)
    const added = Object.entries(treeOf(folder)).filter(
      ([path, text]) => before[path] !== text && text !== '/',
    )
    expect(added.length).toBeGreaterThan(0)
    expect(added.some(([, text]) => text.includes(place.hookPath))).toBe(true)
    for (const [, text] of added) expect(text).not.toMatch(/Bearer|token/i)
  })

  it('that was killed half-way can be taken back: each file is the old or the new one', () => {
    const { folder, place } = home()
    const before = treeOf(folder)
    const acts = connect(agent, place, WRITE)
    // As a kill before the last file leaves it.
    const last = acts.at(-1)
    const path = last?.path.slice(folder.length + 1) ?? ''
    if (before[path] !== undefined) writeFileSync(join(folder, path), Buffer.from(before[path], 'latin1'))
    expect(() => disconnect(agent, place, false)).not.toThrow()
    expect(treeOf(folder)).toEqual(before)
  })
})

/** Kills itself where the so-manyth file takes its place. */
const KILLED = `
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
const [, , agent, dataPath, home, at, modulePath] = process.argv
const rename = fs.renameSync
let count = 0
fs.renameSync = (...paths) => {
  count += 1
  if (count === Number(at)) process.kill(process.pid, 'SIGKILL')
  rename(...paths)
}
syncBuiltinESMExports()
const { connect, placeOf } = await import(modulePath)
connect(agent, placeOf(dataPath, home, null), { rootPath: process.cwd(), dry: false })
`

it('killed at any file, connecting leaves each file old or new, and can be taken back to the byte or done again', () => {
  const script = join(temporaryFolder(), 'killed.mjs')
  writeFileSync(script, KILLED)
  const modulePath = join(process.cwd(), 'lib/connect/install/connect.ts')
  const whole = home()
  connect('cursor', whole.place, WRITE)
  // The record of what was there, then each file.
  for (const at of [1, 2, 3]) {
    const { folder, place } = home()
    const before = treeOf(folder)
    const args = ['--no-warnings', script, 'cursor', place.dataPath, folder, String(at), modulePath]
    const ended = spawnSync(process.execPath, args, { encoding: 'utf8' })
    expect([ended.signal, ended.stderr]).toEqual(['SIGKILL', ''])
    for (const name of ['.cursor/hooks.json', '.cursor/mcp.json']) {
      const now = readFileSync(join(folder, name), 'utf8')
      const next = readFileSync(join(whole.folder, name), 'utf8').replaceAll(
        whole.place.dataPath,
        place.dataPath,
      )
      expect([before[name], next]).toContain(now)
    }
    if (at === 3) connect('cursor', place, WRITE)
    disconnect('cursor', place, false)
    expect(treeOf(folder)).toEqual(before)
  }
})

describe('settings that a person changed after Loupe was connected', () => {
  it('keep the change, and lose only Loupe’s part', () => {
    const { folder, place } = home()
    connect('cursor', place, WRITE)
    const path = join(folder, '.cursor/mcp.json')
    writeFileSync(path, readFileSync(path, 'utf8').replace('"http://x"', '"http://y"'))
    disconnect('cursor', place, false)
    const now = readFileSync(path, 'utf8')
    expect(now).toContain('"http://y"')
    expect(now).toContain('// a comment')
    expect(now).not.toContain('loupe')
  })

  it('keep what stood there before in the words that Loupe writes', () => {
    const { folder, place } = home()
    connect('cursor', place, WRITE)
    const path = join(folder, '.cursor/hooks.json')
    writeFileSync(path, readFileSync(path, 'utf8').replace('"mine"', '"mine too"'))
    disconnect('cursor', place, false)
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
      version: 1,
      hooks: { stop: [{ command: 'mine too' }] },
    })
  })

  it('in a file of Loupe’s own are left, and said', () => {
    const { place } = home()
    const [first] = connect('gemini', place, WRITE)
    writeFileSync(first?.path ?? '', '{"mine": true}')
    expect(disconnect('gemini', place, false)[0]).toMatchObject({ act: 'left', path: first?.path })
    expect(readFileSync(first?.path ?? '', 'utf8')).toBe('{"mine": true}')
  })

  it('are told by the check', () => {
    const { folder, place } = home()
    connect('codex', place, WRITE)
    expect(listConnected(place.dataPath)).toMatchObject([{ agent: 'codex', root: null, changed: [] }])
    writeFileSync(join(folder, '.codex/config.toml'), 'model = "y"\n')
    expect(listConnected(place.dataPath)[0]?.changed).toEqual([join(folder, '.codex/config.toml')])
  })
})

it('a file that cannot be read stops everything before the first byte', () => {
  const { folder, place } = home({ ...FOREIGN, '.cursor/mcp.json': '[1, 2' })
  const before = treeOf(folder)
  expect(() => connect('cursor', place, WRITE)).toThrow(/mcp\.json cannot be read/)
  expect(treeOf(folder)).toEqual(before)
})

it('one repository is connected in its own folder, which git does not see', () => {
  const { folder } = home()
  const root = temporaryFolder()
  const place = placeOf(temporaryFolder(), folder, root)
  const before = treeOf(folder)
  connect('claude-code', place, WRITE)
  expect(treeOf(folder)).toEqual(before)
  expect(readFileSync(join(root, '.claude/skills/loupe/.gitignore'), 'utf8')).toBe('*\n')
})
