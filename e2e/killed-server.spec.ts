import { readdirSync } from 'node:fs'
import { expect, test } from './fixtures.ts'
import { type OwnServer, withOwnServer } from './own-server.ts'

test('a server killed in the middle of an import loses nothing it acknowledged, and the rest follows', async () => {
  test.slow()
  await withOwnServer(async (server) => {
    await server.start()
    const importing = importAll(server)
    await expect.poll(() => episodeCount(server), { timeout: 30_000, intervals: [5] }).toBeGreaterThan(1)
    await server.stop('SIGKILL')
    const { code, lines } = await importing
    expect(code).toBe(1)

    await server.start()
    const again = await importAll(server)
    expect(again.code).toBe(0)
    const acknowledged = lines.filter(({ status }) => status === 'imported').map(({ file }) => file)
    expect(again.lines.filter(({ file }) => acknowledged.includes(file)).map(({ status }) => status)).toEqual(
      acknowledged.map(() => 'present'),
    )
    expect(again.lines).toHaveLength(readdirSync('prisma/sample/episodes').length)
    await expect
      .poll(
        async () => {
          const { jobs } = await (await fetch(`${server.url}/api/v1/jobs`)).json()
          return jobs.filter((job: { state: string }) => job.state !== 'done').length
        },
        { timeout: 60_000 },
      )
      .toBe(0)
  })
})

async function importAll(
  server: OwnServer,
): Promise<{ code: number | null; lines: { file: string; status: string; entries: number | null }[] }> {
  const args = ['--project', 'p', '--json', 'prisma/sample/episodes']
  const { code, text } = await server.run('import.ts', ...args)
  const lines = text.split('\n').filter(Boolean)
  return { code, lines: lines.map((line) => JSON.parse(line)) }
}

async function episodeCount({ url }: OwnServer): Promise<number> {
  const answer = await fetch(`${url}/api/v1/episodes?project=p`).then(
    (response) => response.json(),
    () => null,
  )
  return answer?.totalCount ?? 0
}
