'use client'

import { useQuery } from '@tanstack/react-query'
import { useCommands } from '@/components/ui/commands.tsx'
import { answered } from '@/components/ui/use-answer.ts'
import type { InputOf } from '@/lib/memory/operation.ts'

/** What leaving would change for questions; asked only while a dialog wants it. */
export function useImpact(enabled: boolean, input: InputOf<'impact'>) {
  const commands = useCommands()
  return useQuery({
    queryKey: ['impact', input],
    queryFn: () => answered(commands.impact(input)),
    enabled,
    // A number from before must not stand there as the number now.
    gcTime: 0,
  })
}
