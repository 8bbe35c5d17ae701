'use client'

import { Button, LinkButton } from '@/components/ui/button.tsx'
import { ErrorState } from '@/components/ui/states.tsx'

/** A page that could not be made; the shell stays. The digest is the reference under which the server logged the whole error. */
export default function PageError({
  error,
  reset,
}: {
  error: Error & { digest?: string }
  reset: () => void
}) {
  return (
    <ErrorState
      className="mt-11"
      what="This page could not be made."
      where="Nothing was changed."
      next="Try again; if it stays, the reference finds the whole error where Loupe was started."
      reference={error.digest ?? null}
      actions={
        <>
          <Button variant="solid" onClick={reset}>
            Try again
          </Button>
          <LinkButton href="/">Overview</LinkButton>
        </>
      }
    />
  )
}
