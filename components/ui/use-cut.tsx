import { type ReactNode, useState } from 'react'

/** The first so many of a list, and the button that shows all of them; null where nothing is left out. */
export function useCut<T>(items: readonly T[], most: number): { shown: readonly T[]; button: ReactNode } {
  const [isAll, setAll] = useState(false)
  if (items.length <= most) return { shown: items, button: null }
  return {
    shown: isAll ? items : items.slice(0, most),
    button: (
      <button type="button" className="link mt-2 text-small max-md:min-h-11" onClick={() => setAll(!isAll)}>
        {isAll ? 'Fewer' : `All ${items.length}`}
      </button>
    ),
  }
}
