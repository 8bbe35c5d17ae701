'use client'

import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { NuqsAdapter } from 'nuqs/adapters/next/app'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { CommandsProvider } from '@/components/ui/commands.tsx'
import { HotkeysProvider } from '@/components/ui/hotkeys.tsx'
import { ToastProvider } from '@/components/ui/toast.tsx'

type Run = ComponentProps<typeof CommandsProvider>['run']

export function Providers({ run, children }: { run: Run; children: ReactNode }) {
  const [client] = useState(() => {
    // An answer is shown as it comes: behind a timer it waits for the frame that is being drawn.
    notifyManager.setScheduler(queueMicrotask)
    return new QueryClient({
      defaultOptions: { queries: { staleTime: 5_000, retry: 1, refetchOnWindowFocus: true } },
    })
  })
  return (
    <QueryClientProvider client={client}>
      <NuqsAdapter>
        <HotkeysProvider>
          <CommandsProvider run={run}>
            <ToastProvider>{children}</ToastProvider>
          </CommandsProvider>
        </HotkeysProvider>
      </NuqsAdapter>
    </QueryClientProvider>
  )
}
