import { expect, it } from 'vitest'
import { extractSubtasks } from './extract.ts'
import { makeRun, type ShortStep } from './fixtures/make-run.ts'
import { scanLeaks } from './leak-scan.ts'
import { splitShell } from './rules/shell-split.ts'
import { findSecrets, maskSecrets } from './secret-scan.ts'

// A text that repeats one short period is what makes a pattern try every place again and again.
const PERIODS =
  'A|a|Aa|aB |do |then |( |` |" |\' |\\ |/ |a/|a.b(c) |_a|- |< |> |& |; |\n|a\n| \n|1 |0x|{|[|a=1 |if |* |http://a|a@b.|sk-|eyJ|«|AKIA|Error: |E   |File "a", line 1\n|def a|<<A\n|$(|cat a; |password=|because |@@ -1 +1 @@\n|+a\n|-----BEGIN |python - <<X\nopen("a","w")\n|sed -i s/a/b/ a.py\n'.split(
    '|',
  )
/** Four times the text may take four times the time, and as much again for the machine's moods; a square would take sixteen. */
const MOST_GROWTH = 10
/** Below this nothing can be told from noise. */
const LEAST_MS = 40

const run = (...steps: ShortStep[]) => extractSubtasks(maskSecrets(makeRun(steps)).trajectory)
const READERS: Record<string, (text: string) => unknown> = {
  'a thought': (text) => run([text, 'ls'], [text, 'sed -i s/a/b/ src/a.py']),
  'a command': (text) => run(['Look.', text], ['Look again.', text]),
  'an output': (text) => run(['Run it.', 'pytest -q', text, 1], ['So the fix is to change it.', 'ls', text]),
  'a lesson': (text) => [scanLeaks(text), findSecrets(text), splitShell(text)],
}

it.each(Object.keys(READERS))('reads %s of any kind in time that grows with its length', (name) => {
  const read = READERS[name] ?? (() => null)
  const slow = PERIODS.flatMap((period) => {
    const growth = growthOf((length) => read(period.repeat(Math.ceil(length / period.length))))
    return growth > MOST_GROWTH ? [`${JSON.stringify(period)} × ${growth.toFixed(1)}`] : []
  })
  expect(slow).toEqual([])
})

it('extracts from a run with megabytes of capitals and of one word in seconds', () => {
  const ms = processorMs(() =>
    run(['A'.repeat(4_000_000), 'do '.repeat(100_000)], ['aB '.repeat(1_000_000), 'ls']),
  )
  expect(ms).toBeLessThan(10_000)
})

/** How much longer four times the text takes: the least of three looks, since others work on the machine too. */
function growthOf(read: (length: number) => unknown, looks = 3): number {
  const four = processorMs(() => read(16_000))
  const growth = four < LEAST_MS ? 0 : four / processorMs(() => read(4_000))
  return growth > MOST_GROWTH && looks > 1 ? Math.min(growth, growthOf(read, looks - 1)) : growth
}

/** Processor time of this process, so that a busy machine does not count. */
function processorMs(work: () => unknown): number {
  const begun = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(begun)
  return (user + system) / 1000
}
