'use client'

import { type ReactNode, useRef } from 'react'
import { saveFile } from '@/components/ui/save-file.ts'
import { CsvLink } from '@/components/ui/table/csv-link.tsx'
import type { Cell } from '../figures/figure.ts'
import { NumbersTable } from '../figures/numbers-table.tsx'
import { useWidth } from '../figures/use-width.ts'
import { Brush, type BrushState } from './brush.tsx'
import type { Drawing, Ink } from './drawing.ts'
import { drawingToSvg } from './drawing-svg.ts'
import { DrawingView } from './drawing-view.tsx'

/** Width drawn before the page knows its own: a server has no screen. */
const FIRST_WIDTH = 680

type ChartFigureProps = {
  /** File name without its ending. */
  name: string
  draw: (width: number) => Drawing
  /** Heads first; null is unknown. */
  table: Cell[][]
  caption?: ReactNode
  /** Decimals in the table; the CSV has them all. */
  digits?: number
  /** Lets a range of the drawing's places be chosen. */
  brush?: BrushState
}

/**
 * A chart with its numbers: the drawing at the width that is there, what its marks mean, the same numbers as a table and as CSV,
 * and the picture as SVG and PNG.
 */
export function ChartFigure({ name, draw, table, caption, digits = 1, brush }: ChartFigureProps) {
  const [ref, measured] = useWidth<HTMLDivElement>()
  const drawing = draw(measured ?? FIRST_WIDTH)
  return (
    <figure className="m-0">
      <div ref={ref} className="relative mt-2 min-w-0 overflow-hidden" style={{ height: drawing.height }}>
        <DrawingView drawing={drawing} />
        {brush && <Brush drawing={drawing} {...brush} />}
      </div>
      <figcaption className="mt-1 flex flex-wrap items-baseline gap-x-3 text-ink-3 text-small">
        {caption && <span>{caption}</span>}
        <span className="flex items-baseline gap-3 print:hidden">
          <CsvLink fileName={`${name}.csv`} rows={table} />
          <PictureLinks name={name} drawing={drawing} />
        </span>
      </figcaption>
      <details className="mt-2 text-small print:hidden">
        <summary className="link w-fit text-ink-2 max-md:py-3.5">Numbers as a table</summary>
        <NumbersTable label={drawing.title} rows={table} digits={digits} />
      </details>
    </figure>
  )
}

function PictureLinks({ name, drawing }: { name: string; drawing: Drawing }) {
  const probe = useRef<HTMLSpanElement>(null)
  const svg = () =>
    drawingToSvg(drawing, (ink: Ink) => {
      if (!probe.current) return '#000'
      probe.current.style.color = `var(--${ink})`
      return getComputedStyle(probe.current).color
    })
  const saveSvg = () => saveFile(new Blob([svg()], { type: 'image/svg+xml' }), `${name}.svg`)
  const savePng = async () => {
    const image = new Image()
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg())}`
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = drawing.width * 2
    canvas.height = drawing.height * 2
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    canvas.toBlob((blob) => blob && saveFile(blob, `${name}.png`))
  }
  const look = 'link max-md:min-h-11 max-md:min-w-11'
  return (
    <>
      <span ref={probe} hidden />
      <button type="button" className={look} onClick={saveSvg}>
        SVG
      </button>
      <button type="button" className={look} onClick={() => void savePng()}>
        PNG
      </button>
    </>
  )
}
