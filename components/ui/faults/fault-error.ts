import type { ActionResult } from '@/lib/memory/views/curation.ts'

type Told = Extract<ActionResult<never>, { ok: false }>['error']

/** Why Loupe could not answer, whichever way it was asked: what, where, what next, and the reference of a fault of ours. */
export class LoupeFault extends Error {
  readonly place: string | null
  readonly hint: string | null
  readonly reference: string | null

  constructor({ message, place, hint, reference }: Partial<Told> & Pick<Told, 'message'>) {
    super(message)
    this.name = 'LoupeFault'
    this.place = place ?? null
    this.hint = hint ?? null
    this.reference = reference ?? null
  }
}

/** What went wrong, and what next, in one line. */
export function errorWords(error: Error): string {
  return error instanceof LoupeFault && error.hint ? `${error.message} ${error.hint}` : error.message
}
