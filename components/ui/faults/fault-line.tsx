import type { Fault } from './fault-error.ts'

/** Why something was refused: what, where, what next. */
export function FaultLine({ fault }: { fault: Fault }) {
  return (
    <p
      role="alert"
      className="text-pretty pl-3 text-small leading-[18px] shadow-[inset_2px_0_0_var(--danger)]"
    >
      <span className="font-medium">{sentence(fault.message)}</span>{' '}
      {fault.place && <span className="text-ink-2">At {fault.place}. </span>}
      <span className="text-ink-2">{sentence(fault.hint)}</span>{' '}
      <span className="font-mono text-ink-3">{fault.reference ? `Ref ${fault.reference}` : fault.code}</span>
    </p>
  )
}

/** A message of the reader as a sentence: a capital first, a stop last. */
function sentence(text: string): string {
  const begun = text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?:]$/.test(begun) ? begun : `${begun}.`
}
