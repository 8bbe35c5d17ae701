import type { EntryFilter } from '@/components/entries/entry-url.ts'
import { emptyFilterWords } from '@/components/entries/entry-words.ts'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { Button, LinkButton } from '@/components/ui/button.tsx'
import { EmptyState } from '@/components/ui/states.tsx'
import type { EntryFacet } from '@/lib/memory/filter/entry-fields.ts'

/** The facet value chosen last, and how many entries there were before. */
export type LastAdded = { facet: EntryFacet; value: string; before: number }

export function NothingMatches({
  total,
  lastAdded,
  filter,
  onRemoveLast,
  onClear,
}: {
  total: number
  lastAdded: LastAdded | null
  filter: EntryFilter
  onRemoveLast: () => void
  onClear: () => void
}) {
  const href = useProjectHref()
  return (
    <EmptyState
      title="No entries match."
      actions={
        <>
          {lastAdded && <Button onClick={onRemoveLast}>Remove it</Button>}
          <Button variant={lastAdded ? 'quiet' : 'plain'} onClick={onClear}>
            Clear all
          </Button>
          {filter.q !== '' && (
            <LinkButton variant="quiet" href={href('/playground', { text: filter.q })}>
              Ask it in the playground
            </LinkButton>
          )}
        </>
      }
    >
      {emptyFilterWords(filter, total, lastAdded)}
    </EmptyState>
  )
}
