'use client'

import type { ReactNode } from 'react'
import type { RangeChoice } from '@/components/figures/curves.tsx'
import { FigureView } from '@/components/figures/figure-view.tsx'
import { NumbersTable } from '@/components/figures/numbers-table.tsx'
import { OriginContext, originLines, useOrigin } from '@/components/figures/origin.ts'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { CategoryMark } from '@/components/marks/category-mark.tsx'
import { SourceChip } from '@/components/marks/source-chip.tsx'
import { Fact } from '@/components/ui/fact.tsx'
import { formatScore } from '@/components/ui/format.ts'
import { known } from '@/components/ui/hatch.tsx'
import { Link } from '@/components/ui/link.tsx'
import { ScrollRegion } from '@/components/ui/scroll-region.tsx'
import { Section } from '@/components/ui/section.tsx'
import { CsvLink } from '@/components/ui/table/csv-link.tsx'
import { useCut } from '@/components/ui/use-cut.tsx'
import { CATEGORIES, type Category } from '@/lib/memory/category.ts'
import type { ConfusionCell } from '@/lib/memory/studies/misprediction.ts'
import { AuditPage } from '../audit-page.tsx'
import type { AuditRoom } from '../rooms.ts'
import type { ListItem, SideBySide, StudyPage, StudyPart, TablePart } from './study-page.ts'

interface StudyScreenProps {
  room: AuditRoom
  page: StudyPage
  /** A choice above all of it. */
  choice?: ReactNode
  /** Ranges that can be chosen, by the name of the figure. */
  ranges?: Record<string, RangeChoice>
  /** More sections, below. */
  children?: ReactNode
}

/** Any study: its verdict, what that rests on, and its sections of figures, tables and lists. */
export function StudyScreen({ room, page, choice, ranges = {}, children }: StudyScreenProps) {
  const { verdict, sources, basis, sections } = page
  return (
    <OriginContext value={page}>
      <AuditPage
        room={room}
        verdict={verdict}
        basis={
          <>
            {sources.map((source) => (
              <SourceChip key={source} source={source} />
            ))}
            {basis.map((words) => (
              <span key={words}>{words}</span>
            ))}
          </>
        }
      >
        {choice}
        <div className="divide-y divide-hairline">
          <Sections sections={sections} ranges={ranges} />
          {children}
        </div>
      </AuditPage>
    </OriginContext>
  )
}

export function Sections({ sections, ranges }: Pick<StudyPage, 'sections'> & Pick<PartsProps, 'ranges'>) {
  return sections.map(({ id, title, note, parts }) => (
    <Section key={id} id={id} title={title} note={note}>
      <NotedFigure parts={parts} ranges={ranges} />
    </Section>
  ))
}

/** A figure that opens a section has its notes beside it where there is room; the other parts stand below. */
function NotedFigure({ parts, ranges }: PartsProps) {
  const isNote = (part: StudyPart) => part.kind === 'words' && part.isNote === true
  const end = parts.findIndex((part, i) => i > 0 && !isNote(part))
  const [figure, ...notes] = end === -1 ? parts : parts.slice(0, end)
  if (figure?.kind !== 'figure' || notes.length === 0) return <Parts parts={parts} ranges={ranges} />
  return (
    <>
      <div className="gap-x-8 xl:grid xl:grid-cols-[minmax(0,1fr)_300px]">
        <Parts parts={[figure]} ranges={ranges} />
        <div>
          <Parts parts={notes} />
        </div>
      </div>
      <Parts parts={parts.slice(1 + notes.length)} ranges={ranges} />
    </>
  )
}

export function Parts({ parts, ranges = {} }: PartsProps) {
  return parts.map((part, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a part has no identity but its place.
    <Part key={i} part={part} ranges={ranges} />
  ))
}

type PartsProps = { parts: readonly StudyPart[]; ranges?: Record<string, RangeChoice> }

function Part({ part, ranges }: { part: StudyPart; ranges: Record<string, RangeChoice> }) {
  const href = useProjectHref()
  if (part.kind === 'figure') {
    const { figure, digits = 1, caption } = part
    return <FigureView {...{ figure, digits, caption }} choice={ranges[figure.name]} />
  }
  if (part.kind === 'table') return <StudyTable {...part} />
  if (part.kind === 'matrix')
    return (
      <>
        <ConfusionMatrix cells={part.cells} />
        <TableLink {...part} />
      </>
    )
  if (part.kind === 'facts')
    return (
      <dl className="mt-2 grid grid-cols-[72px_1fr] gap-y-1">
        {part.facts.map(([name, words]) => (
          <Fact key={name} name={name}>
            {words}
          </Fact>
        ))}
      </dl>
    )
  if (part.kind === 'list') return <StudyList items={part.items} />
  if (part.kind === 'texts')
    return part.items.map((item, i) => <Texts key={item.key} item={item} isOpen={i === 0} />)
  if (part.kind === 'link')
    return (
      <Link href={href(part.path)} className="link mt-2 flex w-fit items-center max-md:min-h-11">
        {part.text}
      </Link>
    )
  if (part.isNote)
    return (
      <p className="mt-3 max-w-[70ch] border-strong border-l-2 pl-3 text-ink-2 text-small">{part.text}</p>
    )
  return <p className="mt-2 max-w-[76ch] text-pretty">{part.text}</p>
}

function StudyTable({ name, title, table, digits = 1, linkOf }: TablePart) {
  const [heads = [], ...rows] = table
  const { shown, button } = useCut(rows, SHOWN)
  return (
    <>
      <NumbersTable label={title} rows={[heads, ...shown]} digits={digits} linkOf={linkOf} />
      {button && <p className="mb-1">{button}</p>}
      <TableLink {...{ name, title, table }} />
    </>
  )
}

function TableLink({ name, title, table }: Pick<TablePart, 'name' | 'title' | 'table'>) {
  const origin = useOrigin()
  const about = () => originLines([title], origin, window.location.href)
  return <CsvLink fileName={`${name}.csv`} rows={table} about={about} />
}

const SHOWN = 15

function StudyList({ items }: { items: readonly ListItem[] }) {
  const { shown, button } = useCut(items, SHOWN)
  if (items.length === 0) return <p className="mt-2 text-ink-3">None.</p>
  return (
    <>
      <ul className="mt-2" data-said>
        {shown.map((item) => (
          <Line key={item.key} item={item} />
        ))}
      </ul>
      {button}
    </>
  )
}

function Line({ item: { text, entryId, to, category, beside, besideId, value } }: { item: ListItem }) {
  const href = useProjectHref()
  return (
    <li className="grid grid-cols-[20px_minmax(0,1fr)_minmax(0,1fr)_72px] items-baseline gap-x-3 border-hairline border-b py-1.5 max-md:grid-cols-[20px_minmax(0,1fr)]">
      {category ? <CategoryMark category={category} show="letter" /> : <span />}
      <span className={beside ? '' : 'md:col-span-2'}>
        <MaybeLink href={to ? href(to.path, to.params) : entryId && href(`/memories/${entryId}`)}>
          {text}
        </MaybeLink>
      </span>
      {beside && (
        <span className="text-ink-2 max-md:col-start-2">
          <MaybeLink href={besideId && href(`/memories/${besideId}`)}>{beside}</MaybeLink>
        </span>
      )}
      <span className="num max-md:col-start-2 max-md:text-left">{known(value, (one) => one)}</span>
    </li>
  )
}

function MaybeLink({ href, children }: { href: string | undefined; children: string }) {
  if (!href) return <span>{children}</span>
  return (
    <Link href={href} className="link max-md:inline-flex max-md:min-h-11 max-md:items-center">
      {children}
    </Link>
  )
}

function Texts({ item: { summary, texts }, isOpen }: { item: SideBySide; isOpen: boolean }) {
  const href = useProjectHref()
  return (
    <details open={isOpen} className="border-hairline border-b py-1.5">
      <summary className="max-md:py-3">{summary}</summary>
      <div className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-2">
        {texts.map(({ name, entryId, text }) => (
          <div key={name} className="min-w-0">
            <p className="text-ink-3 text-small">
              <MaybeLink href={entryId && href(`/memories/${entryId}`)}>{name}</MaybeLink>
            </p>
            <ScrollRegion label={`Text: ${name}`} className="mt-1 max-h-64 overflow-auto bg-surface-2 p-2">
              <pre className="whitespace-pre-wrap font-mono text-micro">{text}</pre>
            </ScrollRegion>
          </div>
        ))}
      </div>
    </details>
  )
}

/** Counts, and off the diagonal the relevance lost. Darker = more questions. */
function ConfusionMatrix({ cells }: { cells: readonly ConfusionCell[] }) {
  return (
    <ScrollRegion label="Labelled against predicted categories" className="mt-3 scroll-x">
      <table className="border-collapse">
        <thead>
          <tr>
            <td />
            {CATEGORIES.map((category) => (
              <th key={category} scope="col" className="px-2 pb-1 font-normal">
                <CategoryName category={category} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {CATEGORIES.map((label) => (
            <tr key={label}>
              <th scope="row" className="pr-3 text-left font-normal">
                <CategoryName category={label} />
              </th>
              {CATEGORIES.map((predicted) => (
                <Cell key={predicted} {...{ cells, label, predicted }} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

function CategoryName({ category }: { category: Category }) {
  return (
    <>
      <CategoryMark category={category} className="max-md:hidden" />
      <CategoryMark category={category} show="letter" className="md:hidden" />
    </>
  )
}

type CellProps = { cells: readonly ConfusionCell[]; label: Category; predicted: Category }

function Cell({ cells, label, predicted }: CellProps) {
  const most = Math.max(1, ...cells.map(({ count }) => count))
  const isAnswerable = cells.some(({ answerable }) => answerable > 0)
  const cell = cells.find((one) => one.label === label && one.predicted === predicted)
  const count = cell?.count ?? 0
  const shade = Math.round((100 * count) / most)
  return (
    <td
      className="h-13 w-24 min-w-16 border border-hairline px-2 text-right align-middle"
      style={{ background: `color-mix(in oklab, var(--plot-null) ${shade}%, transparent)` }}
    >
      <span className={label === predicted ? 'font-medium font-mono' : 'font-mono'}>{count}</span>
      {cell && label !== predicted && count > 0 && isAnswerable && (
        <span className="block font-mono text-ink-2 text-micro">
          {known(cell.lost, (lost) => formatScore(lost, 3), 'No answerable question')}
        </span>
      )}
    </td>
  )
}
