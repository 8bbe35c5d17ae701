import { createServer } from 'node:net'
import { Stop } from './process.mjs'

/** Where Loupe listens (HOST, PORT), and `url`, where a browser on this machine finds it. A program that starts takes no arguments. */
export function readAddress(
  { HOST: host = '127.0.0.1', PORT: portText = '3000' },
  [unknown] = process.argv.slice(2),
) {
  if (unknown !== undefined)
    throw new Stop(
      `"${unknown}" is not known here: starting takes no arguments.`,
      'Variables say where it listens and where the data is: PORT=3001 LOUPE_DATA_DIR=~/loupe-data npm start',
    )
  const port = Number(portText)
  if (!Number.isInteger(port) || port < 1 || port > 65535) {
    throw new Stop(
      `PORT is "${portText}", which is not a port.`,
      'Use a number from 1 to 65535, for example PORT=3001.',
    )
  }
  const name = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host
  return { host, port, url: `http://${name.includes(':') ? `[${name}]` : name}:${port}` }
}

export function requireFree({ host, port }) {
  return new Promise((free, fail) => {
    const probe = createServer()
    probe.once('error', ({ code }) => fail(taken(host, port, code)))
    probe.listen(port, host, () => probe.close(free))
  })
}

function taken(host, port, code) {
  if (code === 'EADDRINUSE') {
    return new Stop(
      `Port ${port} on ${host} is taken, perhaps by a Loupe that is already running.`,
      `Stop that program, or choose another port: PORT=${port + 1} npm start`,
    )
  }
  return new Stop(
    `Loupe cannot listen on ${host}, port ${port} (${code}).`,
    'Check HOST and PORT; ports below 1024 often need more rights.',
  )
}
