'use client'

import { type RefObject, useEffect, useState } from 'react'
import type { Join } from '@/lib/memory/compare.ts'

type Line = { key: string; entryId: string; d: string; isWinner: boolean }

/** Lines in the gutters that join the same entry of neighbouring columns; the winners' are heavier. Decoration: each row says it in words. */
export function JoinLines({
  gridRef,
  joined,
  activeId,
}: {
  gridRef: RefObject<HTMLDivElement | null>
  joined: Join[]
  activeId: string | null
}) {
  const [lines, setLines] = useState<Line[]>([])
  useEffect(() => {
    const grid = gridRef.current
    if (!grid) return
    const draw = () => setLines(linesOf(grid, joined))
    const observer = new ResizeObserver(draw)
    observer.observe(grid)
    for (const row of grid.querySelectorAll('[data-compared]')) observer.observe(row)
    return () => observer.disconnect()
  }, [gridRef, joined])
  return (
    <svg aria-hidden="true" className="pointer-events-none absolute inset-0 size-full max-xl:hidden">
      {lines.map(({ key, entryId, d, isWinner }) => (
        <path
          key={key}
          d={d}
          fill="none"
          stroke={entryId === activeId || isWinner ? 'var(--text)' : 'var(--control)'}
          strokeWidth={entryId === activeId ? 2 : isWinner ? 1.5 : 1}
          opacity={activeId !== null && entryId !== activeId ? 0.35 : 1}
        />
      ))}
    </svg>
  )
}

function linesOf(grid: HTMLElement, joined: Join[]): Line[] {
  const box = grid.getBoundingClientRect()
  const columns = [...grid.querySelectorAll<HTMLElement>(':scope > section')].map(
    (column) =>
      new Map(
        [...column.querySelectorAll<HTMLElement>('[data-compared]')].map((row) => [
          row.dataset.compared ?? '',
          row.getBoundingClientRect(),
        ]),
      ),
  )
  return joined.flatMap(({ entryId, ranks }) =>
    columns.slice(1).flatMap((right, i) => {
      const from = columns[i]?.get(entryId)
      const to = right.get(entryId)
      if (!from || !to) return []
      const [x1, y1] = [from.right - box.left, from.top + 17 - box.top]
      const [x2, y2] = [to.left - box.left, to.top + 17 - box.top]
      const middle = (x1 + x2) / 2
      return [
        {
          key: `${entryId} ${i}`,
          entryId,
          d: `M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`,
          isWinner: ranks[i] === 1 && ranks[i + 1] === 1,
        },
      ]
    }),
  )
}
