import { createServer } from 'node:net'

/** A port of this machine that nobody listens on at the moment. */
export function freePort(): Promise<number> {
  return new Promise((found, fail) => {
    const probe = createServer().once('error', fail)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => found(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
