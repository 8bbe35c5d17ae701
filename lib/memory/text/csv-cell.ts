import { showControls } from './shown-controls.ts'

/** A cell of RFC 4180. A text that some spreadsheet would run is led by a quote, also by its full-width signs; an unknown is empty. */
export function csvCell(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'string') return String(value)
  const shown = value.split('\r').map(showControls).join('\r')
  const isRun = /^[=+\-@|＝＋－＠\t\r]/.test(shown) && !/^-?\d+(?:\.\d+)?(?:e-?\d+)?$/.test(shown)
  const safe = isRun ? `'${shown}` : shown
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
