import { formatCount, formatList, plural } from '@/components/ui/format.ts'
import type { Step } from '@/lib/memory/trajectory.ts'

/** `Steps 16, 18 and 20 are not cited: 2 directory listings, 1 test run.` */
export function nameUncited(steps: Step[]): string | null {
  if (steps.length === 0) return null
  const names = new Map<string, number>()
  for (const step of steps) {
    const name = nameOfStep(step)
    names.set(name, (names.get(name) ?? 0) + 1)
  }
  const counts = [...names]
    .sort((a, b) => b[1] - a[1])
    .map(([name, count]) => plural(count, name, manyOf(name)))
  const numbers =
    steps.length > 12
      ? [...steps.slice(0, 11).map((s) => String(s.n)), `${formatCount(steps.length - 11)} more`]
      : steps.map((s) => String(s.n))
  return `${steps.length === 1 ? 'Step' : 'Steps'} ${formatList(numbers)} ${steps.length === 1 ? 'is' : 'are'} not cited: ${counts.join(', ')}.`
}

const STEP_NAMES: [RegExp, string][] = [
  [
    /^(pytest|python\d? -m (pytest|unittest)|tox|npm (run )?test|npx (vitest|jest)|go test|cargo test|make test)/,
    'test run',
  ],
  [/^(ls|tree|find|fd|pwd)\b/, 'directory listing'],
  [/^(grep|rg|ag|git grep|ack)\b/, 'search'],
  [/^(cat|head|tail|less|nl|open|view|sed -n)\b/, 'file read'],
  [/^(sed -i|patch|apply_patch|edit|str_replace|create|insert|tee|cat\s*>|echo .*>)/, 'edit'],
  [/^git\b/, 'git command'],
  [/^(python\d?|node|ruby|bash|sh|go run)\b/, 'script run'],
]

function nameOfStep(step: Step): string {
  const command = step.actions[0]?.text.trim().replace(/^(cd [^&;]+(&&|;)\s*)+/, '')
  if (command === undefined || command === '') return 'note to itself'
  if (/^cat\s*>|<<\s*['"]?\w+/.test(command)) return 'edit'
  return STEP_NAMES.find(([pattern]) => pattern.test(command))?.[1] ?? 'other command'
}

function manyOf(name: string): string {
  if (name === 'search') return 'searches'
  return name === 'note to itself' ? 'notes to itself' : `${name}s`
}
