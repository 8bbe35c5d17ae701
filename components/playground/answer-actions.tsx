'use client'

import { Button, LinkButton } from '@/components/ui/button.tsx'
import { useShownAnswer } from './playground-state.tsx'

/** What can be done with an answer. */
export function AnswerActions() {
  const { compareHref, data, pin, saving, url } = useShownAnswer()
  const { save, isSaving, isSaved } = saving
  return (
    <>
      <Button
        variant="solid"
        keys="S"
        onClick={save}
        disabled={isSaving || isSaved}
        className="max-md:flex-1"
      >
        {isSaved ? 'Saved' : 'Save'}
      </Button>
      {data.answer.hits.length > 0 && (
        <Button keys="P" onClick={pin} aria-pressed={url.pin !== null} className="max-md:flex-1">
          {url.pin === null ? 'Pin' : 'Unpin'}
        </Button>
      )}
      {compareHref && (
        <LinkButton keys="C" href={compareHref} className="max-md:flex-1">
          Compare
        </LinkButton>
      )}
    </>
  )
}
