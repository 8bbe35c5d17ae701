import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { ErrorState } from '../states.tsx'
import { LoupeFault } from './fault-error.ts'

type ReadErrorProps = {
  error: Error
  /** What was not read; absent: what the error says of itself. */
  what?: string
  where?: string
  next?: ReactNode
  onRetry?: () => unknown
  retry?: string
  className?: string
}

/** In place of what could not be read: what, where, what next, and the way to try again. */
export function ReadErrorState({ error, what, where, next, onRetry, retry, className }: ReadErrorProps) {
  const known = error instanceof LoupeFault ? error : null
  return (
    <ErrorState
      className={className}
      what={what ?? error.message}
      where={where ?? (what ? error.message : known?.place && `At ${known.place}.`)}
      next={next ?? known?.hint ?? 'Is Loupe still running? Then try again.'}
      reference={known?.reference}
      actions={onRetry && <Button onClick={() => void onRetry()}>{retry ?? 'Try again'}</Button>}
    />
  )
}
