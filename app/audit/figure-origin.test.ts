import { expect, it } from 'vitest'
import { gainPage } from '@/components/audit/gain/gain-page.ts'
import { prepareGain } from '@/components/audit/gain/prepare-gain.ts'
import { figureSvg } from '@/components/figures/figure-svg.ts'
import { figureTable } from '@/components/figures/figure-table.ts'
import { originLines } from '@/components/figures/origin.ts'
import { csvFile } from '@/components/ui/format.ts'
import { readDemonstration } from '@/lib/studies/designs/outcomes.ts'

const view = prepareGain(readDemonstration(process.cwd()), 'measured', { arm: null, against: null })
const page = gainPage(view, { plans: [], project: null })
const figure = page.sections.flatMap(({ parts }) =>
  parts.flatMap((part) => (part.kind === 'figure' ? [part.figure] : [])),
)[0]
if (!figure) throw new Error('the page has a figure')
const lines = originLines([figure.title, figure.subtitle], page, 'http://127.0.0.1:3000/audit/gain', 'abc123')

it('a file that is saved says its source, n, interval, seed, commit and address', () => {
  expect(lines).toContain('source: measured')
  expect(lines.join('\n')).toMatch(/95 % CI .* pp/)
  expect(lines.join('\n')).toContain('178 held-out tasks of 68 functions, 30 draws')
  expect(lines).toContain('seed: 2')
  expect(lines).toContain('commit: abc123')
  expect(lines).toContain('address: http://127.0.0.1:3000/audit/gain')
})

it('a demonstration says that it is none of the project whose page it is shown on', () => {
  expect(gainPage(view, { plans: [], project: 'mine' }).basis[0]).toMatch(/: a demonstration, not of mine$/)
})

it('the CSV has these lines above its heads and the SVG below its picture, each a line of its own', () => {
  const csv = csvFile(figureTable(figure), lines).split('\n')
  expect(csv.slice(0, lines.length)).toEqual(lines.map((line) => `# ${line}`))
  expect(csv[lines.length]).toMatch(/^[^#]+,/)
  const svg = figureSvg(figure, 760, (ink) => `#${ink}`, { about: lines })
  for (const line of lines)
    expect(svg.replaceAll('</text>\n', '').replace(/<text[^>]*>/g, '')).toContain(line)
  const [bare, full] = [figureSvg(figure, 760, (ink) => `#${ink}`), svg].map((one) =>
    Number(/height="(\d+)"/.exec(one)?.[1]),
  )
  expect(full).toBeGreaterThanOrEqual((bare ?? Infinity) + 15 * lines.length)
})

it('what no page says of a figure is not made up', () => {
  expect(originLines(['Growth', ''], { sources: [], basis: [] }, '/', '')).toEqual([
    'Growth',
    'seed: none, nothing was drawn',
    'commit: unknown',
    'address: /',
  ])
})
