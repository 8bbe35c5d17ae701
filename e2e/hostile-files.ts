/** Files that made a folder unusable once, or would make a careless reader so: made up, of any size. */
export type HostileFile = {
  what: string
  name: string
  /** Only read: what is in it would take longer to store than to read. */
  isDryRun?: true
  make: (share: number) => Buffer
}

const MIB = 1_048_576

/** Share 1 is the size that was reported; a smaller share makes the same file shorter. */
export const HOSTILE_FILES: readonly HostileFile[] = [
  {
    what: '4 MB of capitals in a thought',
    name: 'capitals.traj.json',
    make: (share) => run([[`THOUGHT: ${'A'.repeat(4 * MIB * share)}`, 'ls']]),
  },
  {
    what: '80 KB of "do do do" as a command',
    name: 'do.traj.json',
    make: (share) => run([['THOUGHT: go on', 'do '.repeat((80 * 1024 * share) / 3)]]),
  },
  {
    what: '62 MB array of {} on one line',
    name: 'line.json',
    make: (share) => Buffer.from(`[${'{},'.repeat((62 * MIB * share) / 3)}{}]`),
  },
  {
    what: '62 MB array of {} on many lines',
    name: 'array.json',
    make: (share) => Buffer.from(`[${'{},\n'.repeat((62 * MIB * share) / 4)}{}]`),
  },
  {
    what: '2,000 records and 40 MB of line feeds, only read',
    name: 'feeds.jsonl',
    isDryRun: true,
    make: (share) => {
      const records = Array.from({ length: 2_000 * share }, (_, n) => run([['THOUGHT: look', 'ls']], n))
      const feeds = Buffer.alloc(40 * MIB * share, '\n')
      return Buffer.concat([...records.flatMap((record) => [record, Buffer.from('\n')]), feeds])
    },
  },
]

/** As mini-swe-agent 1.x writes it. */
function run(steps: [thought: string, command: string][], n = 0): Buffer {
  const messages = [
    { role: 'system', content: 'You are a helpful assistant.' },
    { role: 'user', content: '<pr_description>\nThe shop loses rows\n</pr_description>' },
    ...steps.flatMap(([thought, command]) => [
      { role: 'assistant', content: `${thought}\n\n\`\`\`bash\n${command}\n\`\`\`` },
      { role: 'user', content: '<returncode>0</returncode>\n<output>\nrows.py\n</output>' },
    ]),
  ]
  return Buffer.from(
    JSON.stringify({
      info: { exit_status: 'Submitted', submission: '', mini_version: '1.15.0' },
      messages,
      trajectory_format: 'mini-swe-agent-1',
      instance_id: `acme__shop-${n + 1}`,
    }),
  )
}
