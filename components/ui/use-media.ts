'use client'

import { useSyncExternalStore } from 'react'

/** Whether a media query holds; false on the server, so give the server's layout to the other case in CSS. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    () => matchMedia(query).matches,
    () => false,
  )
}

/** Below the width at which the rail becomes a sheet. */
export const PHONE = '(max-width: 760px)'
