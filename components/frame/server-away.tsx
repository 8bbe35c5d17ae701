'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useOffline } from 'next/offline'
import { useEffect, useRef } from 'react'
import { Button } from '@/components/ui/button.tsx'
import { fetchJson } from '@/components/ui/faults/fetch-json.ts'

const LOOK_EVERY_MS = 10_000

/**
 * While Loupe does not answer, every page keeps what it showed and says so. A page or a command that is asked for meanwhile waits
 * (`useOffline` in next.config.mjs); once the server is back everything is read again.
 */
export function ServerAway() {
  const isAway = useOffline()
  useLooking(isAway)
  if (!isAway) return null
  return (
    <div
      role="alert"
      className="sticky top-0 z-30 flex flex-wrap items-center gap-x-4 gap-y-1 border-hairline border-b bg-surface px-6 py-2 shadow-[inset_2px_0_0_var(--danger)] max-md:px-4"
    >
      <span className="text-pretty">
        <span className="font-medium">Loupe does not answer.</span> What it has read stays here. What you ask
        for now waits, and goes on by itself once the server is back.
      </span>
      <Button onClick={() => window.dispatchEvent(new Event('online'))}>Try again</Button>
    </div>
  )
}

/** Looks whether the server still answers, and has everything read again once it does. */
function useLooking(isAway: boolean): void {
  const client = useQueryClient()
  const router = useRouter()
  useQuery({
    queryKey: ['health'],
    queryFn: ({ signal }) => fetchJson('/api/v1/health', signal),
    initialData: null,
    refetchInterval: LOOK_EVERY_MS,
    refetchOnWindowFocus: 'always',
  })
  const wasAway = useRef(false)
  useEffect(() => {
    if (wasAway.current && !isAway) {
      void client.invalidateQueries()
      router.refresh()
    }
    wasAway.current = isAway
  }, [isAway, client, router])
}
