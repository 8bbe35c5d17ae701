import { useSyncExternalStore } from 'react'

/** Body type at a desk, px: what the drawings are laid out for. */
const DESK = 13
/** Of the width and the height of a 16:9 screen: 32 px of 1920, and the same to the eye on every other. */
const SHARE = { width: 32 / 1920, height: 32 / 1080 }
const LEAST = 20

/** Body type while presenting, px, for a screen of this size. */
export function presentedBody(width: number, height: number): number {
  return Math.max(LEAST, Math.min(width * SHARE.width, height * SHARE.height))
}

/** How much larger than at a desk to draw: 1 while nobody presents. */
export function usePresentScale(isPresenting: boolean): number {
  return useSyncExternalStore(
    (onChange) => {
      window.addEventListener('resize', onChange)
      return () => window.removeEventListener('resize', onChange)
    },
    () => (isPresenting ? presentedBody(window.innerWidth, window.innerHeight) / DESK : 1),
    () => 1,
  )
}
