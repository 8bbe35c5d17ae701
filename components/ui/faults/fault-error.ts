import type { ActionResult } from '@/lib/memory/views/curation.ts'

/** Why a command or a route refused: what, where, what next, and the reference of a fault of ours. */
export type Fault = Extract<ActionResult<never>, { ok: false }>['error']

/** In place of an answer where the server is gone: the call itself is rejected then. */
export const NO_ANSWER: { ok: false; error: Fault } = {
  ok: false,
  error: {
    code: 'no-answer',
    message: 'Loupe did not answer.',
    place: null,
    hint: 'See whether it still runs, then try again.',
    reference: null,
  },
}

/** Why Loupe could not answer, whichever way it was asked: what, where, what next, and the reference of a fault of ours. */
export class LoupeFault extends Error {
  readonly code: string | null
  readonly place: string | null
  readonly hint: string | null
  readonly reference: string | null

  constructor({ code, message, place, hint, reference }: Partial<Fault> & Pick<Fault, 'message'>) {
    super(message)
    this.name = 'LoupeFault'
    this.code = code ?? null
    this.place = place ?? null
    this.hint = hint ?? null
    this.reference = reference ?? null
  }
}

/** The server is gone: it refused nothing, and will say the same again once it is back. */
export function isNoAnswer(error: Error): boolean {
  return error instanceof LoupeFault && error.code === NO_ANSWER.error.code
}

/** What went wrong, what next, and the reference of a fault of ours, in one line. */
export function faultText({ message, hint, reference }: Partial<Fault> & Pick<Fault, 'message'>): string {
  return [message, hint, reference && `Ref ${reference}`].filter(Boolean).join(' ')
}
