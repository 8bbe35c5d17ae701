import { spawn } from 'node:child_process'
import { connect } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'

/** A server that answers 500 to every action, 201 to what came over a proxy and 200 to the rest, behind what is loaded before ours. */
const SERVER = `require('node:http').createServer((q, r) => r.writeHead(q.headers['next-action'] ? 500 : q.headers['x-loupe-proxied'] ? 201 : 200).end())
  .on('upgrade', () => undefined).listen(0, '127.0.0.1', function () { console.log(this.address().port) })`

async function start(): Promise<number> {
  const child = spawn(process.execPath, ['--import', './scripts/boot/refuse-odd-requests.mjs', '-e', SERVER])
  onTestFinished(() => void child.kill())
  return await new Promise((done) => child.stdout.on('data', (text) => done(Number(text))))
}

/** The first line of the answer to raw bytes; the server must close or answer by itself. */
function raw(port: number, text: string): Promise<string> {
  return new Promise((done, fail) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.once('data', (bytes) => {
      done(String(bytes).split('\r\n')[0] ?? '')
      socket.destroy()
    })
    socket.on('error', fail)
  })
}

it('meets odd requests with a 4xx, never with a 500, and holds no upgrade open', async () => {
  const port = await start()
  const ask = (line: string, ...headers: string[]) =>
    raw(port, [line, 'Host: 127.0.0.1', ...headers, '', ''].join('\r\n'))
  expect(await ask('TRACE / HTTP/1.1')).toContain(' 405 ')
  expect(await ask('GET * HTTP/1.1')).toContain(' 400 ')
  expect(await ask('GET http://evil.example/ HTTP/1.1')).toContain(' 400 ')
  expect(await ask('GET / HTTP/1.1', 'Connection: Upgrade', 'Upgrade: websocket')).toContain(' 400 ')
  expect(await ask('POST / HTTP/1.1', 'Next-Action: x', 'Content-Length: 0')).toContain(' 400 ')
  expect(await ask('GET / HTTP/1.1')).toContain(' 200 ')
})

it('sees whether a proxy stands between, whatever a request says of it', async () => {
  const port = await start()
  const ask = (header: string) =>
    raw(port, ['GET / HTTP/1.1', 'Host: 127.0.0.1', header, '', ''].join('\r\n'))
  expect(await ask('X-Forwarded-For: 203.0.113.7')).toContain(' 201 ')
  expect(await ask('Forwarded: for=203.0.113.7')).toContain(' 201 ')
  expect(await ask('X-Loupe-Proxied: 1')).toContain(' 200 ')
})
