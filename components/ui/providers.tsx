'use client'

import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { NuqsAdapter } from 'nuqs/adapters/next/app'
import { type ReactNode, useState } from 'react'
import { HotkeysProvider } from './hotkeys.tsx'
import { ToastProvider } from './toast.tsx'

export function Providers({ children }: { children: ReactNode }) {
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
          <ToastProvider>{children}</ToastProvider>
        </HotkeysProvider>
      </NuqsAdapter>
    </QueryClientProvider>
  )
}
