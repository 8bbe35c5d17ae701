'use client'

import { ErrorState } from '@/components/ui/states.tsx'
import './globals.css'

/** Even the shell could not be made: the store did not open. */
export default function GlobalError({
  error,
  reset,
}: {
  error: Error & { digest?: string }
  reset: () => void
}) {
  return (
    <html lang="en">
      <body className="bg-surface">
        <ErrorState
          what="Loupe could not open its store."
          where="Nothing was changed."
          next="See the lines where Loupe was started, then try again."
          reference={error.digest ?? null}
          actions={
            <button type="button" className="link" onClick={reset}>
              Try again
            </button>
          }
        />
      </body>
    </html>
  )
}
