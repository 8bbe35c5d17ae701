import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Citation, MemoryEntry } from '@/lib/memory/entry.ts'
import type { Step } from '@/lib/memory/trajectory.ts'
import { prepareAlignment, supportedParts } from './prepare-alignment.ts'
import { piecesOf, type RawText } from './prepare-excerpt.ts'

const OUTPUT = { kind: 'observation', index: 0 } as const
const THOUGHT = { kind: 'thought', index: 0 } as const

function step(n: number, thought: string | null, command?: string, output?: string): Step {
  return {
    n,
    thought,
    actions: command === undefined ? [] : [{ tool: 'bash', text: command, callId: null }],
    observations: output === undefined ? [] : [{ text: output, exitCode: 1, callId: null, truncated: false }],
    at: null,
    costUsd: null,
  }
}

function entry(citations: Citation[]): MemoryEntry {
  return {
    experience: {
      title: 't',
      kind: 'pattern',
      when: 'A list has pages.',
      do: 'Ask for one more.',
      because: '',
      check: 'Rows.',
    },
    citations,
  } as unknown as MemoryEntry
}

const shown = (raw: RawText | undefined) =>
  (raw?.blocks ?? []).map((block) =>
    'pieces' in block ? block.pieces.map((piece) => piece.text).join('') : `<${block.foldedLines}>`,
  )

test('a part stands beside the text it cites, and a part that cites nothing stands alone', () => {
  const steps = [step(3, 'The last page is full.'), step(4, null, 'pytest -x')]
  const result = prepareAlignment(
    entry([{ part: 'when', span: { step: 3, part: THOUGHT, start: 4, end: 13 } }]),
    steps,
  )
  expect(result.parts.map((row) => [row.part, row.evidence.length])).toEqual([
    ['when', 1],
    ['do', 0],
    ['check', 0],
  ])
  const pieces = result.parts[0]?.evidence[0]?.blocks[0]
  expect(pieces).toEqual({
    pieces: [
      { text: 'The ', cited: false, isSecret: false },
      { text: 'last page', cited: true, isSecret: false },
      { text: ' is full.', cited: false, isSecret: false },
    ],
  })
})

test('a step that a merged entry cited in another run is not taken for the same step of this run', () => {
  const span = { step: 3, part: THOUGHT, start: 4, end: 13 }
  const merged = { ...entry([]), episodeId: 'ep_own' }
  const citations = [
    { part: 'when' as const, span, episodeId: 'ep_other' },
    { part: 'when' as const, span: { ...span, step: 1 }, episodeId: 'ep_other' },
    { part: 'do' as const, span, episodeId: 'ep_own' },
  ]
  const result = prepareAlignment({ ...merged, citations }, [step(3, 'The last page is full.')])
  expect(result.parts.map(({ evidence, elsewhere }) => [evidence.length, elsewhere])).toEqual([
    [0, [{ episodeId: 'ep_other', steps: [1, 3] }]],
    [1, []],
    [0, []],
  ])
  expect([result.citedLineCount, result.uncited]).toEqual([1, null])
  const foreignOnly = prepareAlignment({ ...merged, citations: citations.slice(0, 2) }, [step(3, 'Full.')])
  expect(foreignOnly.uncited).not.toBeNull()
})

test('what the import masked is dots once, wherever a citation begins or ends in it', () => {
  const text = 'TOKEN=1 KEY=«secret:aws» run'
  const pieces = piecesOf(text, { start: 0, end: text.length }, [{ start: 3, end: 16 }])
  expect(pieces.map((piece) => [piece.text, piece.cited, piece.isSecret])).toEqual([
    ['TOK', false, false],
    ['EN=1 KEY=', true, false],
    ['••••••••••••', true, true],
    [' run', false, false],
  ])
})

test('a long citation keeps its beginning and its end and says how many lines are folded', () => {
  const text = Array.from({ length: 60 }, (_, k) => `line ${k}`).join('\n')
  const steps = [step(1, null, 'pytest', text)]
  const start = text.indexOf('line 10')
  const end = text.indexOf('line 50')
  const result = prepareAlignment(entry([{ part: 'do', span: { step: 1, part: OUTPUT, start, end } }]), steps)
  const blocks = shown(result.parts[1]?.evidence[0])
  expect(blocks[0]).toBe('<9>')
  expect(blocks[1]?.startsWith('line 9\nline 10')).toBe(true)
  expect(blocks[2]).toBe('<30>')
  expect(blocks.at(-1)).toBe('<9>')
})

test('steps that nobody cited are named', () => {
  const steps = [
    step(1, 'x', 'ls -la'),
    step(2, 'hm'),
    step(3, null, 'cd /repo && pytest -q'),
    step(4, 'cited'),
  ]
  const result = prepareAlignment(
    entry([{ part: 'when', span: { step: 4, part: THOUGHT, start: 0, end: 5 } }]),
    steps,
  )
  expect(result.uncited?.replaceAll('\u00a0', ' ')).toBe('Steps 1, 2 and 3 are not cited.')
})

test('a line of a hundred thousand characters is shown from where it is cited', () => {
  const text = `${'x'.repeat(100_000)}HERE${'y'.repeat(100_000)}`
  const result = prepareAlignment(
    entry([{ part: 'when', span: { step: 1, part: THOUGHT, start: 100_000, end: 100_004 } }]),
    [step(1, text)],
  )
  const all = shown(result.parts[0]?.evidence[0]).join('')
  expect(all).toContain('HERE')
  expect(all.length).toBeLessThan(1000)
})

test('a long line is cut between words, and says that it goes on', () => {
  const words = Array.from({ length: 300 }, (_, n) => `word${n}`)
  const text = words.join(' ')
  const start = text.indexOf('word150')
  const result = prepareAlignment(
    entry([{ part: 'when', span: { step: 1, part: THOUGHT, start, end: start + 7 } }]),
    [step(1, text)],
  )
  const excerpt = shown(result.parts[0]?.evidence[0])
  expect(excerpt).toHaveLength(1)
  expect(excerpt[0]).toMatch(/^… word\d+ .*word150 .* word\d+ …$/)
  for (const word of (excerpt[0] ?? '').split(' ').slice(1, -1)) expect(words).toContain(word)
})

test('cutting into pieces loses and repeats nothing outside of secrets', () => {
  const span = fc
    .tuple(fc.nat(40), fc.nat(40))
    .map(([a, b]) => ({ start: Math.min(a, b), end: Math.max(a, b) }))
  fc.assert(
    fc.property(fc.string({ minLength: 40, maxLength: 60 }), fc.array(span), span, (text, cited, range) => {
      fc.pre(!text.includes('«'))
      const pieces = piecesOf(text, range, cited)
      expect(pieces.map((piece) => piece.text).join('')).toBe(text.slice(range.start, range.end))
    }),
  )
})

test('a check rests on nothing where all it cites is a command that writes a file', () => {
  const write = step(3, null, "cat > check.py <<'EOF'\nassert rows() == 3\nEOF", '')
  const run = step(4, null, 'python check.py', 'ok')
  const action = { kind: 'action', index: 0 } as const
  const cites = (steps: number[]) =>
    prepareAlignment(
      entry(steps.map((n) => ({ part: 'check', span: { step: n, part: action, start: 0, end: 5 } }))),
      [write, run],
    )
  expect(supportedParts(cites([3]))).toEqual([])
  expect(supportedParts(cites([3, 4])).map(({ part }) => part)).toEqual(['check'])
})
