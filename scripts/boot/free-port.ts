import { createServer } from 'node:net'

/** Below what Linux and macOS give to outgoing connections: such a port would be taken again before a server is up. */
const [FROM, UPTO] = [20_000, 32_000]

/** A port of this machine that nobody listens on at the moment. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FROM + Math.floor(Math.random() * (UPTO - FROM))
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((tell) => {
    const probe = createServer().once('error', () => tell(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => tell(true)))
  })
}
