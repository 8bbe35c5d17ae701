/**
 * `npm start`: from whatever state the folder is in to a served page. Asks nothing.
 * Progress goes to stderr; stdout carries one line, the address.
 * package.json calls it with `exec`, so that a signal to npm reaches us instead of a shell between; where the
 * shell knows no `exec` (Windows), the second half of that line applies.
 */
import { spawn } from 'node:child_process'
import { get } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  build,
  childEnv,
  continueUnderNewEnoughNode,
  generateClient,
  install,
  main,
  nextBin,
  prepareData,
  requireDataDir,
  root,
  Stop,
  step,
} from './bootstrap.mjs'

// Under npm, or under an older Node that handed over to us, our parent stays for as long as we are wanted.
if (process.env.npm_lifecycle_event === 'start' || process.env.LOUPE_NODE_PINNED)
  await import('./leave-with-parent.mjs')

await main(async () => {
  const address = readAddress(process.env)
  await requireFree(address)
  requireDataDir()
  await install()
  await continueUnderNewEnoughNode(fileURLToPath(import.meta.url))
  await generateClient()
  await prepareData()
  await build()
  await serve(address)
})

/** @returns {{ host: string, port: number, url: string }} `url` is where a browser on this machine finds it */
function readAddress({
  HOST: host = '127.0.0.1',
  PORT: portText = '3000',
  LOUPE_ALLOW_REMOTE: isRemoteAllowed,
}) {
  const port = Number(portText)
  if (!Number.isInteger(port) || port < 1 || port > 65535) {
    throw new Stop(
      `PORT is "${portText}", which is not a port.`,
      'Use a number from 1 to 65535, for example PORT=3001.',
    )
  }
  // Loupe has no login: whoever can reach the port can read and change every memory, and trajectories hold
  // private code. So it leaves this machine only on a person's explicit word, never by a stray HOST variable.
  const isLoopback = /^(localhost|127(\.\d{1,3}){3}|::1)$/.test(host)
  if (!isLoopback && isRemoteAllowed !== '1') {
    throw new Stop(
      `HOST=${host} would show Loupe to other machines, and Loupe has no login.`,
      'Leave HOST out and use a tunnel (ssh -L 3000:127.0.0.1:3000 …), or set LOUPE_ALLOW_REMOTE=1 if the network is yours alone.',
    )
  }
  const name = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host
  return { host, port, url: `http://${name.includes(':') ? `[${name}]` : name}:${port}` }
}

function requireFree({ host, port }) {
  return new Promise((free, fail) => {
    const probe = createServer()
    probe.once('error', ({ code }) => {
      if (code === 'EADDRINUSE') {
        fail(
          new Stop(
            `Port ${port} on ${host} is taken, perhaps by a Loupe that is already running.`,
            `Stop that program, or choose another port: PORT=${port + 1} npm start`,
          ),
        )
      } else {
        fail(
          new Stop(
            `Loupe cannot listen on ${host}, port ${port} (${code}).`,
            'Check HOST and PORT; ports below 1024 often need more rights.',
          ),
        )
      }
    })
    probe.listen(port, host, () => probe.close(free))
  })
}

async function serve({ host, port, url }) {
  const server = spawn(
    process.execPath,
    [
      '--import',
      join(root, 'scripts/leave-with-parent.mjs'),
      nextBin,
      'start',
      '-H',
      host,
      '-p',
      String(port),
    ],
    {
      cwd: root,
      env: { ...childEnv(), HOST: host, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const ended = new Promise((done) =>
    server.once('exit', (code, signal) => done(signal ?? `exit code ${code}`)),
  )

  let isStopping = false
  const stop = () => {
    if (isStopping) return
    isStopping = true
    server.kill('SIGTERM')
    // A browser that holds a stream open would keep Next waiting for ever.
    setTimeout(() => server.kill('SIGKILL'), 5_000).unref()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)

  // Next announces its own address; ours is the one line on stdout, so its greeting is kept back.
  let greeting = ''
  const keep = (text) => (greeting += text)
  server.stdout.setEncoding('utf8').on('data', keep)

  await step('starting the server', async () => {
    const first = await Promise.race([answer(url), ended.then(() => 'ended')])
    if (first === 'ended' && !isStopping)
      throw new Stop(`The server ended before it answered.\n${greeting}`, 'The lines above say why.')
    if (first >= 500)
      process.stderr.write(`! the first page came back with status ${first}; the lines above say why\n`)
  })
  server.stdout.off('data', keep).pipe(process.stderr)
  if (!isStopping) process.stdout.write(`Loupe is running at ${url} (Ctrl-C stops it)\n`)

  const how = await ended
  if (!isStopping)
    throw new Stop(
      `The server ended by itself (${how}).`,
      'Your data is safe. Run `npm start` again; if it repeats, the lines above say why.',
    )
  process.exit(0)
}

/** Asks until something answers, for a minute at most. */
async function answer(url) {
  const deadline = Date.now() + 60_000
  while (Date.now() < deadline) {
    const status = await new Promise((done) =>
      get(url, { agent: false, timeout: 30_000 }, (response) => done(response.resume().statusCode)).on(
        'error',
        () => done(0),
      ),
    )
    if (status) return status
    await new Promise((later) => setTimeout(later, 100))
  }
  throw new Stop(`The server did not answer at ${url} within a minute.`, 'The lines above may say why.')
}
