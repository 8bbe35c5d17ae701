// Loupe's hook: hands one event of an agent to the running Loupe and prints what comes back.
// It never stops the agent: whatever goes wrong it prints nothing and exits 0; failures are counted in failures.json beside it.
//   node hook.mjs AGENT       one event on stdin
//   node hook.mjs mcp AGENT   the MCP server of the running Loupe over stdin and stdout
import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const LONGEST_MS = 1_500
const here = dirname(fileURLToPath(import.meta.url))

/** Address of the running Loupe and the agent's own key, from Loupe's files: a port that changed mends itself, and no key is copied. */
function findLoupe() {
  const { dataPath } = JSON.parse(readFileSync(join(here, 'loupe.json'), 'utf8'))
  const { url } = JSON.parse(readFileSync(join(dataPath, 'server.json'), 'utf8'))
  return { url, key: JSON.parse(readFileSync(join(here, `${agent}.key`), 'utf8')).key }
}

async function send(path, body, headers = {}, signal = undefined) {
  const { url, key } = findLoupe()
  return await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    body,
    signal,
  })
}

async function readAll(stream) {
  const parts = []
  for await (const part of stream) parts.push(part)
  return Buffer.concat(parts).toString('utf8')
}

/** A line a failure; the file starts anew where it grew long. */
function count(reason) {
  try {
    const path = join(here, 'failures.jsonl')
    const line = `${JSON.stringify({ at: new Date().toISOString(), reason: String(reason).slice(0, 200) })}\n`
    const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
    if (size > 100_000) writeFileSync(path, line)
    else appendFileSync(path, line)
  } catch {
    // A full disk must not stop the agent either.
  }
}

async function hook() {
  setTimeout(() => {
    count('no answer in time')
    process.exit(0)
  }, LONGEST_MS)
  try {
    const event = await readAll(process.stdin)
    JSON.parse(event)
    const answer = await send(`/api/v1/hooks/${agent}`, event)
    if (answer.status !== 200 && answer.status !== 204) count(`status ${answer.status}`)
    const text = answer.status === 200 ? JSON.stringify(await answer.json()) : ''
    process.stdout.write(text, () => process.exit(0))
  } catch (error) {
    count(error?.cause?.code ?? error?.code ?? error)
    process.exit(0)
  }
}

/** One request a line, each sent as it is; what a header must repeat is read from the message. */
async function mcp() {
  for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim() === '') continue
    const answer = await askMcp(line).catch((error) => faultOf(line, error))
    if (answer) process.stdout.write(`${answer.trim()}\n`)
  }
}

async function askMcp(line) {
  const { method, params } = JSON.parse(line)
  const version = params?._meta?.['io.modelcontextprotocol/protocolVersion'] ?? params?.protocolVersion
  const given = {
    accept: 'application/json, text/event-stream',
    ...(method ? { 'mcp-method': method } : {}),
    ...(params?.name ? { 'mcp-name': params.name } : {}),
    ...(version && method !== 'initialize' ? { 'mcp-protocol-version': version } : {}),
  }
  const answer = await send('/api/mcp', line, given)
  const text = await answer.text()
  if (answer.status === 202 || text === '') return ''
  // An event stream holds its messages behind `data:`.
  return text.startsWith('{') ? text : text.replace(/^(?!data:).*\n?/gm, '').replace(/^data: ?/gm, '')
}

function faultOf(line, error) {
  count(error?.cause?.code ?? error?.code ?? error)
  let id = null
  try {
    id = JSON.parse(line).id ?? null
  } catch {
    // A line that is no JSON has no id.
  }
  const message = 'Loupe is not running. Start it with npm start; work goes on without it.'
  return id === null ? '' : JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32000, message } })
}

if (process.env.LOUPE_OFF) process.exit(0)
const names = process.argv.slice(2).map((name) => name.replace(/[^a-z-]/g, ''))
const agent = names.at(-1)
await (names[0] === 'mcp' ? mcp() : hook())
