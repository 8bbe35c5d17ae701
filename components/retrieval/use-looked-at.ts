import { useState } from 'react'

/** The row under pointer or focus, and how to step from one that has `attribute` to the next. */
export function useLookedAt(attribute: `data-${string}`) {
  const [activeId, setActiveId] = useState<string | null>(null)
  const move = (by: number) => {
    const marks = [...document.querySelectorAll<HTMLElement>(`[${attribute}]`)]
    const focused = marks.indexOf(document.activeElement as HTMLElement)
    const at = focused === -1 ? marks.findIndex((mark) => mark.getAttribute(attribute) === activeId) : focused
    marks[Math.min(marks.length - 1, Math.max(0, at === -1 ? 0 : at + by))]?.focus()
  }
  /** Props of whatever stands for an entry. */
  const looksAt = (entryId: string) => ({
    onMouseEnter: () => setActiveId(entryId),
    onMouseLeave: () => setActiveId(null),
    onFocus: () => setActiveId(entryId),
    onBlur: () => setActiveId(null),
  })
  return { activeId, looksAt, move }
}
