import { Button } from '../button.tsx'
import { ErrorState } from '../states.tsx'
import { LoupeFault } from './fault-error.ts'

/** What went wrong with an answer, where, and what to do next. */
export function Fault({
  fault,
  onRetry,
  className,
}: {
  fault: Error
  onRetry: () => void
  className?: string
}) {
  const known = fault instanceof LoupeFault ? fault : null
  return (
    <ErrorState
      className={className}
      what={fault.message}
      where={known?.place ? `At ${known.place}.` : undefined}
      next={known?.hint ?? 'Is Loupe still running? Then try again.'}
      reference={known?.reference}
      actions={<Button onClick={onRetry}>Try again</Button>}
    />
  )
}
