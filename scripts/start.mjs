/**
 * `npm start`: from whatever state the folder is in to a served page. Asks nothing.
 * Progress goes to stderr; stdout carries one line, the address.
 * package.json calls it with `exec`, so that a signal to npm reaches us instead of a shell between; where the
 * shell knows no `exec` (Windows), the second half of that line applies.
 */
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readAddress, requireFree } from './boot/address.mjs'
import { main, onStopSignal, root, Stop, step } from './boot/process.mjs'
import { bootstrap, build, prepareData, requireDataDir, server } from './bootstrap.mjs'

// Under npm, or under an older Node that handed over to us, our parent stays for as long as we are wanted.
if (process.env.npm_lifecycle_event === 'start' || process.env.LOUPE_NODE_PINNED)
  await import('./boot/leave-with-parent.mjs')

await main(async () => {
  const address = readAddress(process.env)
  await requireFree(address)
  requireDataDir()
  await bootstrap(fileURLToPath(import.meta.url))
  await Promise.all([prepareData(), build()])
  // It only makes another build quicker, and takes three quarters of the folder.
  rmSync(join(root, '.next/cache/turbopack'), { recursive: true, force: true })
  await serve(address)
})

async function serve({ host, port, url }) {
  const child = spawn(...server({ host, port }, { stdio: ['ignore', 'pipe', 'inherit'] }))
  const ended = new Promise((done) =>
    child.once('exit', (code, signal) => done(signal ?? `exit code ${code}`)),
  )

  let isStopping = false
  onStopSignal(() => {
    isStopping = true
    child.kill('SIGTERM')
    // A browser that holds a stream open would keep Next waiting for ever.
    setTimeout(() => child.kill('SIGKILL'), 5_000).unref()
  })

  // Next announces its own address; ours is the one line on stdout, so its greeting is kept back.
  let greeting = ''
  const keep = (text) => {
    greeting += text
  }
  child.stdout.setEncoding('utf8').on('data', keep)
  const status = await step('starting the server', () => Promise.race([answer(url), ended.then(() => 0)]))
  child.stdout.off('data', keep).pipe(process.stderr)

  if (status === 0 && !isStopping) {
    child.kill('SIGKILL')
    throw new Stop(`The server did not come up at ${url}.\n${greeting.trim()}`, 'The lines above say why.')
  }
  if (status >= 500)
    process.stderr.write(`! the first page came back with status ${status}; the lines above say why\n`)
  if (!isStopping) process.stdout.write(`Loupe is running at ${url} (Ctrl-C stops it)\n`)

  const how = await ended
  if (isStopping) process.exit(0)
  throw new Stop(
    `The server ended by itself (${how}).`,
    'Your data is safe. Run `npm start` again; if it repeats, the lines above say why.',
  )
}

/** Status of the first answer; 0 when there was none within a minute. */
async function answer(url) {
  const deadline = Date.now() + 60_000
  while (Date.now() < deadline) {
    const status = await new Promise((done) => {
      const request = get(url, { agent: false, timeout: 30_000 }, (response) =>
        done(response.resume().statusCode),
      )
      request.on('timeout', () => request.destroy()).on('error', () => done(0))
    })
    if (status) return status
    await new Promise((later) => setTimeout(later, 100))
  }
  return 0
}
