import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bubblewrap, openSandbox, type Place, SHELL_LIMITS, unprotected } from './sandbox.ts'
import { layOut, leave } from './tasks.ts'

const UID = 2_061_900
/** A command leaves this behind when it was not contained. */
const outside = join(process.cwd(), `escaped-${process.pid}`)

async function inPlace<T>(use: (place: Place) => Promise<T>): Promise<T> {
  const place = await layOut([], UID)
  try {
    return await use(place)
  } finally {
    leave(place)
  }
}

/** Empty of a process that has just ended. */
function commandLine(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

const probed = await inPlace((place) => bubblewrap.run('true', place, 20_000)).catch(() => null)
const isHere = probed?.exitCode === 0
const run = (command: string, timeoutMs = 20_000) =>
  inPlace((place) => bubblewrap.run(command, place, timeoutMs))

describe.skipIf(!isHere)('a command in bubblewrap, where bubblewrap runs', () => {
  it('sees neither the home folder nor this project', async () => {
    const { output } = await run(
      `ls ${homedir()} ${process.cwd()}; cat /etc/passwd; echo "[$PATH$OPENAI_API_KEY]"`,
    )
    expect(output).not.toContain('package.json')
    expect(output).not.toContain('root:')
    expect(output.match(/No such file/g)?.length).toBeGreaterThanOrEqual(2)
  })

  it('writes in its repository and nowhere else', async () => {
    await inPlace(async (place) => {
      const { output } = await bubblewrap.run(
        'echo a > a && touch /usr/x /opt/node/bin/x /escaped; ls /usr/x',
        place,
        20_000,
      )
      expect(readFileSync(join(place.repo, 'a'), 'utf8')).toBe('a\n')
      expect(output).toMatch(/\/usr\/x.*(Read-only|denied)/)
    })
    await run(`touch ${outside}`)
    expect(existsSync(outside)).toBe(false)
  })

  it('has no network', async () => {
    const { output } = await run(
      'cat /proc/net/dev | tail -n +3; node -e "fetch(\'http://1.1.1.1\').catch((e) => console.log(e.cause.code))"',
    )
    expect(output).not.toMatch(/eth|wlan/)
    expect(output).toMatch(/ENETUNREACH|EHOSTUNREACH|ENETDOWN/)
  })

  it('is nobody, also where root starts it', async () => {
    expect((await run('id -u; grep CapEff /proc/self/status')).output).toMatch(/^1000\nCapEff:\s+0+$/)
  })

  it('that forks without end meets the limit and is ended whole', async () => {
    const marker = `bomb-${process.pid}`
    const fork =
      'for (1 .. 500) { my $p = fork(); if (!defined $p) { print "limit met\\n"; last } if (!$p) { sleep 60; exit } }'
    const { exitCode, output } = await run(`perl -e '$| = 1; ${fork} sleep 60 # ${marker}'`, 8_000)
    expect(exitCode).toBe(124)
    expect(output).toContain('limit met')
    const left = () =>
      readdirSync('/proc').filter(
        (name) => /^\d+$/.test(name) && commandLine(join('/proc', name, 'cmdline')).includes(marker),
      )
    // The kernel takes a namespace down one process after the other.
    await expect.poll(left, { timeout: 10_000 }).toEqual([])
  })

  it('cannot write a file without end', async () => {
    await inPlace(async (place) => {
      const { exitCode } = await bubblewrap.run('yes > full', place, 30_000)
      expect(exitCode).not.toBe(0)
      const { output } = await bubblewrap.run('stat -c %s full', place, 20_000)
      expect(Number(output)).toBeLessThanOrEqual(SHELL_LIMITS.fileBlocks * 1_024)
    })
  })

  it('leaves nothing running behind', async () => {
    await inPlace(async (place) => {
      const { output } = await bubblewrap.run(
        '(setsid sh -c "sleep 1; echo late > /repo/late" &) ; echo gone',
        place,
        20_000,
      )
      expect(output).toBe('gone')
      await new Promise((later) => setTimeout(later, 1_500))
      expect(existsSync(join(place.repo, 'late'))).toBe(false)
    })
  })

  it('prints the same another day', async () => {
    const command = 'touch new; ls -la; node --test nothing 2>&1 | tail -3; node -e "throw new Error(1)"'
    const [first, second] = [await run(command), await run(command)]
    expect(second).toEqual(first)
  })
})

it('no sandbox is used only where it is asked for', async () => {
  await inPlace(async (place) => {
    const path = process.env.PATH
    process.env.PATH = '/nowhere'
    try {
      await expect(openSandbox(place, false)).rejects.toMatchObject({
        code: 'no-sandbox',
        message: expect.stringContaining('bubblewrap is not installed; docker is not installed'),
      })
      // A client without an engine, as many machines have it.
      process.env.PATH = place.tmp
      const says = 'Cannot connect to the Docker daemon at unix:///var/run/docker.sock.'
      writeFileSync(join(place.tmp, 'docker'), `#!/bin/sh\necho '${says}' >&2\nexit 1\n`, { mode: 0o755 })
      await expect(openSandbox(place, false)).rejects.toMatchObject({
        code: 'no-sandbox',
        message: expect.stringContaining(`docker says "${says}"`),
      })
      expect((await openSandbox(place, true)).name).toBe('none')
    } finally {
      process.env.PATH = path
    }
    writeFileSync(join(place.repo, 'a'), 'here')
    expect(await unprotected.run('cat a; pwd', place, 20_000)).toEqual({ output: 'here/repo', exitCode: 0 })
  })
})
