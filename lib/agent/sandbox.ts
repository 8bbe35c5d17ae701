import { spawn } from 'node:child_process'
import { existsSync, lstatSync, readlinkSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import { UserError } from '../memory/errors.ts'

/** What a command printed, both streams as they came, and its exit status; 124 = its time was over. */
export type Ran = { output: string; exitCode: number }

/** What one command may take. Ours. */
export const SHELL_LIMITS = { processes: 256, fileBlocks: 40_000, mostBytes: 400_000 }

/** A folder to work in: `repo`, which alone is writable, and its own `tmp`. */
export type Place = { repo: string; tmp: string; uid: number }

/** A way to run commands apart from this machine. */
export type Sandbox = {
  name: 'bubblewrap' | 'docker' | 'none'
  run(command: string, place: Place, timeoutMs: number): Promise<Ran>
}

/** Both streams are one, so that lines stand as they were printed. Who runs in the shell cannot raise its limits; blocks are of 512 or 1,024 bytes. */
const LIMITED = `exec 2>&1; ulimit -u ${SHELL_LIMITS.processes} -f ${SHELL_LIMITS.fileBlocks} -c 0; exec bash -c "$1"`
/** How long an output may stay open behind its command, ms. Ours. */
const LINGER_MS = 5_000
const NODE_AT = '/opt/node/bin/node'
/** Who the agent is, as it sees it. */
const INSIDE = '1000'
/** No times in listings, no colours, one language: what a command prints is the same another day. */
const ENVIRONMENT = {
  HOME: '/tmp',
  TMPDIR: '/tmp',
  LANG: 'C.UTF-8',
  TZ: 'UTC',
  TIME_STYLE: '+',
  NO_COLOR: '1',
  TERM: 'dumb',
}
/** A command line's words, a flag with its values as one text. */
const words = (...lines: string[]) => lines.flatMap((line) => line.split(' '))
/** What root gives up before a command runs. */
const DROPPED = '--clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all'
const SYSTEM = ['/bin', '/sbin', '/lib', '/lib32', '/lib64']

/** The first way that runs a command here: bubblewrap, docker. Throws UserError `no-sandbox`, unless none is wanted. */
export async function openSandbox(place: Place, isNoneAllowed: boolean): Promise<Sandbox> {
  const reasons: string[] = []
  for (const sandbox of [bubblewrap, docker]) {
    const ran = await sandbox.run('echo "$((40 + 2))"', place, 20_000).catch(() => null)
    if (ran?.exitCode === 0 && ran.output.trim() === '42') return sandbox
    const said = ran?.output.trim().split('\n')[0]?.slice(0, 160).toWellFormed()
    reasons.push(`${sandbox.name} ${ran === null ? 'is not installed' : `says "${said}"`}`)
  }
  if (isNoneAllowed) return unprotected
  throw new UserError('no-sandbox', `No sandbox runs a command here: ${reasons.join('; ')}.`, {
    hint: 'Install bubblewrap (apt install bubblewrap), start docker, or say --no-sandbox: commands of a model then run as you.',
  })
}

/** Namespaces of its own, no network, the system read-only. Root is exempt from the limit of processes, so it becomes nobody first. */
export const bubblewrap: Sandbox = {
  name: 'bubblewrap',
  async run(command, { repo, tmp, uid }, timeoutMs) {
    const isRoot = process.getuid?.() === 0
    const system = SYSTEM.filter((path) => existsSync(path)).flatMap((path) =>
      lstatSync(path).isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path],
    )
    const environment = { ...ENVIRONMENT, PATH: '/opt/node/bin:/usr/local/bin:/usr/bin:/bin' }
    const given = [
      ...words(
        '--unshare-pid --unshare-net --unshare-ipc --unshare-uts --unshare-cgroup-try',
        '--die-with-parent --new-session --hostname box --clearenv',
        ...(isRoot ? [] : words(`--unshare-user --uid ${uid} --gid ${uid}`)),
        ...['/etc', '/opt', '/opt/node', '/opt/node/bin'].map((path) => `--perms 0755 --dir ${path}`),
        '--ro-bind /usr /usr',
        '--ro-bind-try /etc/alternatives /etc/alternatives --ro-bind-try /etc/ld.so.cache /etc/ld.so.cache',
      ),
      ...system,
      ...words('--proc /proc --dev /dev'),
      ...['--bind', tmp, '/tmp', '--bind', repo, '/repo', '--chdir', '/repo'],
      ...['--ro-bind', process.execPath, NODE_AT],
      ...Object.entries(environment).flatMap(([name, value]) => ['--setenv', name, value]),
      '--',
      ...(isRoot ? words(`setpriv --reuid ${uid} --regid ${uid} ${DROPPED} --`) : []),
      ...['bash', '-c', LIMITED, 'bash', command],
    ]
    return await runProgram('bwrap', given, { timeoutMs, places: [[`${uid}`, INSIDE]] })
  },
}

/** A container without network; the image has bash and node. */
const docker: Sandbox = {
  name: 'docker',
  async run(command, { repo, tmp, uid }, timeoutMs) {
    const user = process.getuid?.() === 0 ? uid : (process.getuid?.() ?? uid)
    const given = [
      ...words(
        'run --rm --init --network none --read-only --cap-drop ALL --memory 2g --security-opt no-new-privileges',
        `--pids-limit ${SHELL_LIMITS.processes} --user ${user}:${user} --stop-timeout 1 --hostname box`,
      ),
      ...['-v', `${repo}:/repo`, '-v', `${tmp}:/tmp`, '-w', '/repo'],
      ...Object.entries(ENVIRONMENT).flatMap(([name, value]) => ['-e', `${name}=${value}`]),
      ...words(`node:24-slim timeout -k 1 ${Math.ceil(timeoutMs / 1000)}`),
      ...['bash', '-c', LIMITED, 'bash', command],
    ]
    // The container ends itself; the client waits a little longer, as it may have to begin it first.
    return await runProgram('docker', given, { timeoutMs: timeoutMs + 10_000, places: [] })
  },
}

/** No sandbox: the command sees what its caller sees. */
export const unprotected: Sandbox = {
  name: 'none',
  async run(command, { repo, tmp }, timeoutMs) {
    const { HOME: _, TMPDIR: __, ...plain } = ENVIRONMENT
    const env = { ...plain, HOME: tmp, TMPDIR: tmp, PATH: process.env.PATH ?? '' }
    const given = ['-c', LIMITED.replace(/-u \d+ /, ''), 'bash', command]
    return await runProgram('bash', given, {
      ...{ timeoutMs, cwd: repo, env },
      places: [[repo, '/repo'] as const, [tmp, '/tmp'] as const],
    })
  },
}

type How = {
  timeoutMs: number
  /** Paths outside, and how the agent knows them. */
  places: readonly (readonly [string, string])[]
  cwd?: string
  env?: Record<string, string>
}

/** Rejects where the program cannot be started. Of a very long output the beginning and the end are kept. */
function runProgram(
  program: string,
  words: readonly string[],
  { timeoutMs, places, cwd, env }: How,
): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, {
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
      ...(cwd ? { cwd } : {}),
      ...(env ? { env: env as NodeJS.ProcessEnv } : {}),
    })
    const kept = keeper(SHELL_LIMITS.mostBytes)
    const endGroup = () => {
      try {
        if (child.pid) process.kill(-child.pid, 'SIGKILL')
      } catch {} // it is over
    }
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      endGroup()
    }, timeoutMs)
    process.once('exit', endGroup)
    child.stdout.on('data', kept.add)
    child.stderr.on('data', kept.add)
    child.once('error', reject)
    child.once('exit', () => {
      endGroup()
      // Without a sandbox something outside the group may hold the output open; what was printed is read before it is let go.
      if (env) setTimeout(() => setImmediate(() => child.stdout.destroy()), LINGER_MS).unref()
    })
    child.once('close', (code, signal) => {
      clearTimeout(timer)
      process.off('exit', endGroup)
      endGroup()
      let output = kept.text()
      for (const [outside, inside] of places) output = output.replaceAll(outside, inside)
      const late = isLate ? `\n[ended after ${timeoutMs / 1000} s]` : ''
      resolve({
        output: steadyText(`${output}${late}`),
        exitCode: isLate ? 124 : (code ?? (signal ? 137 : 1)),
      })
    })
  })
}

function keeper(most: number) {
  let [head, tail, missing] = [Buffer.alloc(0), Buffer.alloc(0), 0]
  return {
    add(part: Buffer) {
      const room = most / 2 - head.byteLength
      head = Buffer.concat([head, part.subarray(0, Math.max(0, room))])
      tail = Buffer.concat([tail, part.subarray(Math.max(0, room))])
      const over = tail.byteLength - most / 2
      if (over <= 0) return
      missing += over
      tail = tail.subarray(over)
    },
    text: () =>
      head.toString('utf8') + (missing > 0 ? `\n[… ${missing} bytes …]\n` : '') + tail.toString('utf8'),
  }
}

/** What a machine's clock and version put into an output, and what stands in its place. */
const UNSTEADY: readonly (readonly [RegExp, string])[] = [
  [/(\bduration_ms:? ?)\d+(?:\.\d+)?/g, '$1…'],
  [/\((\d+(?:\.\d+)?)ms\)/g, '(… ms)'],
  [/^Node\.js v\d+\.\d+\.\d+$/gm, 'Node.js'],
  // A long listing: whose the files are, and what the file system makes of folders.
  [/^(d[rwxsStT-]{9}[.+@]?) +\d+ +\S+ +\S+ +\d+/gm, '$1 2 me me 4096'],
  [/^([-l][rwxsStT-]{9}[.+@]?) +(\d+) +\S+ +\S+/gm, '$1 $2 me me'],
  [/^total \d+(?:\.\d+)?[KM]?$/gm, 'total'],
  [/(\bnode:[\w/]+):\d+(?::\d+)?/g, '$1'],
]

/** The output of a command without what differs at every run: times that tests took, colours, the lines of Node's own code. So a replay meets the same prompts. */
function steadyText(output: string): string {
  let text = stripVTControlCharacters(output).replaceAll('\r\n', '\n').replaceAll('\0', '')
  for (const [pattern, instead] of UNSTEADY) text = text.replace(pattern, instead)
  return text.trimEnd()
}
