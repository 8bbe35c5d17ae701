/** The step an address asks for, or the nearest there is; `isCorrected` when the address says something else. */
export function clampStep(asked: string | null, stepCount: number): { step: number; isCorrected: boolean } {
  const n = Number.parseInt(asked ?? '1', 10)
  const step = Math.min(Math.max(1, Number.isNaN(n) ? 1 : n), Math.max(1, stepCount))
  return { step, isCorrected: asked !== null && asked !== String(step) }
}
