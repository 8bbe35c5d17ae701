import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from './fixtures.ts'

/** A server over a folder of its own, since this one will be killed. */
async function serve(dataPath: string, port: number): Promise<ChildProcess> {
  const args = ['node_modules/next/dist/bin/next', 'start', '-H', '127.0.0.1', '-p', String(port)]
  const env = { ...process.env, LOUPE_DATA_DIR: dataPath, HOST: '127.0.0.1', PORT: String(port) }
  const server = spawn(process.execPath, args, { env, stdio: 'ignore' })
  await expect
    .poll(
      () =>
        fetch(`http://127.0.0.1:${port}/api/v1/health`).then(
          (r) => r.ok,
          () => false,
        ),
      { timeout: 30_000 },
    )
    .toBe(true)
  return server
}

async function importAll(
  dataPath: string,
): Promise<{ code: number | null; lines: { file: string; status: string; entries: number | null }[] }> {
  const child = spawn(
    process.execPath,
    ['scripts/import.ts', '--project', 'p', '--json', 'prisma/sample/episodes'],
    {
      env: { ...process.env, LOUPE_DATA_DIR: dataPath },
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  )
  let text = ''
  child.stdout.on('data', (part) => {
    text += part
  })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return {
    code,
    lines: text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  }
}

test('a server killed in the middle of an import loses nothing it acknowledged, and the rest follows', async () => {
  test.slow()
  const dataPath = mkdtempSync(join(tmpdir(), 'loupe-killed-'))
  const port = await freePort()
  try {
    const first = await serve(dataPath, port)
    const importing = importAll(dataPath)
    await expect.poll(() => episodeCount(port), { timeout: 30_000, intervals: [5] }).toBeGreaterThan(1)
    first.kill('SIGKILL')
    const { code, lines } = await importing
    expect(code).toBe(1)

    const second = await serve(dataPath, port)
    const again = await importAll(dataPath)
    expect(again.code).toBe(0)
    const acknowledged = lines.filter(({ status }) => status === 'imported').map(({ file }) => file)
    expect(again.lines.filter(({ file }) => acknowledged.includes(file)).map(({ status }) => status)).toEqual(
      acknowledged.map(() => 'present'),
    )
    expect(again.lines).toHaveLength(readdirSync('prisma/sample/episodes').length)
    await expect
      .poll(
        async () =>
          (await (await fetch(`http://127.0.0.1:${port}/api/v1/jobs`)).json()).jobs.filter(
            (job: { state: string }) => job.state !== 'done',
          ).length,
      )
      .toBe(0)
    second.kill('SIGTERM')
    await new Promise((resolve) => second.once('exit', resolve))
  } finally {
    rmSync(dataPath, { recursive: true, force: true })
  }
})

async function episodeCount(port: number): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/episodes?project=p`).then(
    (r) => r.json(),
    () => null,
  )
  return answer?.totalCount ?? 0
}

function freePort(): Promise<number> {
  return new Promise((found, fail) => {
    const probe = createServer().once('error', fail)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => found(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
