import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { isNoAnswer } from './fault-error.ts'
import { fetchJson } from './fetch-json.ts'

/** Answers each path with what is left of an answer after its server was killed, or with a whole one. */
async function serve(): Promise<string> {
  const server = createServer(({ url }, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    if (url === '/whole') response.end('null')
    else response.write('{"state": "runn', () => response.destroy())
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

it('takes an answer that was cut short for a fault, never for nothing', async () => {
  const base = await serve()
  expect(await fetchJson(`${base}/whole`)).toBeNull()
  await expect(fetchJson(`${base}/cut`)).rejects.toThrow('The answer was cut short.')
})

it('knows a server that is gone from one that refuses', async () => {
  const base = await serve()
  const faultOf = (path: string) => fetchJson(path).catch((error: Error) => error)
  expect(isNoAnswer((await faultOf('http://127.0.0.1:1/gone')) as Error)).toBe(true)
  expect(isNoAnswer((await faultOf(`${base}/cut`)) as Error)).toBe(false)
})
