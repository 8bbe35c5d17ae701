'use client'

import { useQuery } from '@tanstack/react-query'
import { answered } from '@/components/ui/use-answer.ts'
import type { EntryPageActions } from './entry-actions.ts'

/** What leaving would change for questions; asked only while a dialog wants it. */
export function useImpact(
  enabled: boolean,
  input: Parameters<EntryPageActions['impact']>[0],
  actions: Pick<EntryPageActions, 'impact'>,
) {
  return useQuery({
    queryKey: ['impact', input],
    queryFn: () => answered(actions.impact(input)),
    enabled,
    // A number from before must not stand there as the number now.
    gcTime: 0,
  })
}
