import type { ComponentProps } from 'react'
import { ErrorState } from '../states.tsx'
import { LoupeFault } from './fault-error.ts'

/** What stands in place of something that a page could not read. */
export function ReadErrorState({
  error,
  ...rest
}: { error: Error } & Pick<ComponentProps<typeof ErrorState>, 'where' | 'actions' | 'className'>) {
  const { hint, reference } = error instanceof LoupeFault ? error : { hint: null, reference: null }
  return <ErrorState what={error.message} next={hint} reference={reference} {...rest} />
}
