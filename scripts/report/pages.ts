import type { Cell } from '../../components/figures/figure.ts'
import { escapeXml } from '../../components/figures/figure-svg.ts'
import type { Ink } from '../../components/figures/ink.ts'
import { csvLine } from '../../components/ui/format.ts'
import type { ReportFigure, ReportRoom } from './rooms.ts'

/** A file of the report by its name below the folder. */
export type ReportFiles = Record<string, string>

/** The colours of the light theme, out of the stylesheet. Throws when a colour is not there. */
export function readInks(css: string): (ink: Ink) => string {
  const found = new Map(
    [...css.matchAll(/--([a-z0-9-]+):\s*light-dark\((#[0-9a-f]+)/gi)].map(([, name = '', light = '']) => [
      name,
      light,
    ]),
  )
  return (ink) => {
    const color = found.get(ink)
    if (color === undefined) throw new Error(`app/globals.css has no colour --${ink}`)
    return color
  }
}

/** One page without anything outside of it, the same as Markdown, and each figure as SVG and CSV. Same rooms, same bytes. */
export function reportFiles(
  title: string,
  basis: string[],
  rooms: readonly ReportRoom[],
  colorOf: (ink: Ink) => string,
): ReportFiles {
  const figures = rooms.flatMap((room) => room.figures)
  return {
    'index.html': html(title, basis, rooms, colorOf),
    'report.md': markdown(title, basis, rooms),
    ...Object.fromEntries(
      figures.flatMap(({ name, svg, table }): [string, string][] => [
        ...(svg ? ([[`figures/${name}.svg`, svg(colorOf)]] as [string, string][]) : []),
        [`figures/${name}.csv`, `${table.map(csvLine).join('\n')}\n`],
      ]),
    ),
  }
}

function html(
  title: string,
  basis: string[],
  rooms: readonly ReportRoom[],
  colorOf: (ink: Ink) => string,
): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeXml(title)}</title>
<style>
body { font: 14px/1.5 system-ui, sans-serif; color: ${colorOf('text')}; background: ${colorOf('surface')}; max-width: 860px; margin: 32px auto; padding: 0 16px }
h2 { margin-top: 40px; font-size: 14px; font-weight: 400; color: ${colorOf('text-3')} }
h3 { font-size: 20px; font-weight: 500; margin: 0 }
figure { margin: 24px 0; overflow-x: auto }
figcaption, .basis { color: ${colorOf('text-3')}; font-size: 12px }
table { border-collapse: collapse; font-size: 12px; font-variant-numeric: tabular-nums }
th, td { text-align: right; padding: 2px 10px; border-bottom: 1px solid ${colorOf('hairline')}; font-weight: 400; white-space: nowrap }
th { color: ${colorOf('text-3')} }
tr > :first-child { text-align: left; padding-left: 0 }
svg { max-width: 100%; height: auto }
</style>
</head>
<body>
<h1>${escapeXml(title)}</h1>
${basis.map((line) => `<p class="basis">${escapeXml(line)}</p>`).join('\n')}
${rooms.map((room) => roomHtml(room, colorOf)).join('\n')}
</body>
</html>
`
}

function roomHtml(
  { id, question, sources, verdict, sentences, figures }: ReportRoom,
  colorOf: (ink: Ink) => string,
): string {
  return `<section id="${id}">
<h2>${escapeXml(question)} · ${sources.join(', ')}</h2>
<h3>${escapeXml(verdict)}</h3>
${sentences.map((sentence) => `<p>${escapeXml(sentence)}</p>`).join('\n')}
${figures.map((figure) => figureHtml(figure, colorOf)).join('\n')}
</section>`
}

function figureHtml({ name, title, svg, table }: ReportFigure, colorOf: (ink: Ink) => string): string {
  const picture = svg ? svg(colorOf, `hatch-${name}`) : ''
  const [head = [], ...rows] = table
  return `<figure id="${name}">
${picture}<figcaption>${escapeXml(title)}</figcaption>
<details${svg ? '' : ' open'}><summary>Numbers</summary>
<table><thead><tr>${head.map((cell) => `<th scope="col">${escapeXml(words(cell))}</th>`).join('')}</tr></thead>
<tbody>${rows.map((row) => `<tr>${row.map((cell) => `<td>${escapeXml(words(cell))}</td>`).join('')}</tr>`).join('\n')}</tbody></table>
</details></figure>`
}

function markdown(title: string, basis: string[], rooms: readonly ReportRoom[]): string {
  const line = (cells: readonly Cell[]) =>
    `| ${cells.map((cell) => words(cell).replaceAll('|', '\\|')).join(' | ')} |`
  const tableOf = ([head = [], ...rows]: Cell[][]) =>
    [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
  return [
    `# ${title}`,
    ...basis,
    ...rooms.flatMap(({ question, sources, verdict, sentences, figures }) => [
      `## ${question}`,
      `**${verdict}** _${sources.join(', ')}_`,
      ...sentences.map((sentence) => `- ${sentence}`),
      ...figures.flatMap(({ name, title: caption, svg, table }) => [
        `### ${caption}`,
        ...(svg ? [`![${caption}](figures/${name}.svg)`] : []),
        tableOf(table),
      ]),
    ]),
    '',
  ].join('\n\n')
}

/** A number with at most four digits after the point; unknown is empty. The CSV has them all. */
function words(cell: Cell): string {
  if (cell === null) return ''
  return typeof cell === 'number' ? String(Number(cell.toFixed(4))).replace('-', '\u2212') : String(cell)
}
