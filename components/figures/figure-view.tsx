'use client'

import { type ReactNode, useRef } from 'react'
import { saveFile } from '@/components/ui/save-file.ts'
import { CsvLink } from '@/components/ui/table/csv-link.tsx'
import { altText } from './alt.ts'
import { CurvesPicture, type RangeChoice } from './curves.tsx'
import type { Figure } from './figure.ts'
import { type ColorOf, figureSvg } from './figure-svg.ts'
import { figureTable } from './figure-table.ts'
import { curvesFrame, frameOf, rowsFrame } from './frame.ts'
import { NumbersTable } from './numbers-table.tsx'
import { originLines, useOrigin } from './origin.ts'
import { RowsPicture } from './rows.tsx'
import { useWidth } from './use-width.ts'

/** Width drawn before the page knows its own: a server has no screen. */
const FIRST_WIDTH = 680
/** Least width of a saved picture: names stand beside their lines. */
const SAVED_WIDTH = 760

interface FigureViewProps {
  figure: Figure
  caption?: ReactNode
  /** Decimals in the table; the CSV has them all. */
  digits?: number
  /** Lets a range along x be chosen. */
  choice?: RangeChoice | undefined
}

/** A figure at the width that is there, its numbers as a table and as CSV, and the picture as SVG. */
export function FigureView({ figure, caption, digits = 1, choice }: FigureViewProps) {
  const [ref, measured] = useWidth<HTMLDivElement>()
  const width = measured ?? FIRST_WIDTH
  const table = figureTable(figure)
  const { height, isNarrow } = frameOf(figure, width)
  const origin = useOrigin()
  const about = () => originLines([figure.title, figure.subtitle], origin, window.location.href)
  return (
    <figure className="m-0 max-w-[1000px]">
      {/* biome-ignore lint/a11y/useSemanticElements: a picture made of links is no <img>. */}
      <div
        ref={ref}
        role="group"
        aria-label={altText(figure)}
        className="relative mt-2 min-w-0 overflow-hidden"
        style={{ height }}
      >
        {figure.kind === 'rows' ? (
          <RowsPicture figure={figure} frame={rowsFrame(figure, width)} />
        ) : (
          <CurvesPicture figure={figure} frame={curvesFrame(figure, width)} choice={choice} />
        )}
      </div>
      <figcaption className="mt-1 flex flex-wrap items-baseline gap-x-3 text-ink-3 text-small">
        <span>
          {figure.subtitle}
          {caption && <> · {caption}</>}
          {isNarrow && keyWords(figure)}
        </span>
        <span className="flex items-baseline gap-3 print:hidden">
          <CsvLink fileName={`${figure.name}.csv`} rows={table} about={about} />
          <PictureLinks figure={figure} width={Math.max(width, SAVED_WIDTH)} about={about} />
        </span>
      </figcaption>
      <details className="mt-2 text-small print:hidden">
        <summary className="link w-fit text-ink-2 max-md:py-3.5">Numbers as a table</summary>
        <NumbersTable
          label={`${figure.title}, as a table`}
          rows={table}
          digits={digits}
          className="max-h-80 overflow-y-auto"
        />
      </details>
    </figure>
  )
}

const ROLE_WORDS = { main: 'strong line', other: 'dashed', reference: 'dotted', band: 'grey area' }

/** On a phone no name fits beside the plot. */
function keyWords(figure: Figure): string {
  if (figure.kind === 'rows' || figure.series.length < 2) return ''
  const GLYPHS = { ANALYZE: '●', REPRODUCE: '▲', EDIT: '■', VERIFY: '◆' }
  return ` · ${figure.series.map(({ name, role, category }) => `${category ? GLYPHS[category] : ROLE_WORDS[role]}: ${name}`).join(', ')}`
}

function PictureLinks({ figure, width, about }: { figure: Figure; width: number; about: () => string[] }) {
  const probe = useRef<HTMLSpanElement>(null)
  const colorOf: ColorOf = (ink) => {
    if (!probe.current) return '#000'
    probe.current.style.color = `var(--${ink})`
    return getComputedStyle(probe.current).color
  }
  const saveSvg = () =>
    saveFile(
      new Blob([figureSvg(figure, width, colorOf, { about: about() })], { type: 'image/svg+xml' }),
      `${figure.name}.svg`,
    )
  return (
    <>
      <span ref={probe} hidden />
      <button type="button" className="link max-md:min-h-11 max-md:min-w-11" onClick={saveSvg}>
        SVG
      </button>
    </>
  )
}
