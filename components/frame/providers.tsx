'use client'

import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { NuqsAdapter } from 'nuqs/adapters/next/app'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { CommandsProvider } from '@/components/ui/commands.tsx'
import { ConfirmProvider } from '@/components/ui/confirm.tsx'
import { isNoAnswer } from '@/components/ui/faults/fault-error.ts'
import { HotkeysProvider } from '@/components/ui/hotkeys.tsx'
import { ToastProvider } from '@/components/ui/toast.tsx'

type Props = Pick<ComponentProps<typeof CommandsProvider>, 'run' | 'barred'> & { children: ReactNode }

export function Providers({ run, barred, children }: Props) {
  const [client] = useState(() => {
    // An answer is shown as it comes: behind a timer it waits for the frame that is being drawn.
    notifyManager.setScheduler(queueMicrotask)
    return new QueryClient({
      defaultOptions: {
        queries: {
          staleTime: 5_000,
          // Loupe is on this machine: it answers without a network too, and what it refused once it refuses again.
          networkMode: 'always',
          retry: (_, error) => isNoAnswer(error),
          retryDelay: 1_000,
          refetchOnWindowFocus: true,
        },
        mutations: { networkMode: 'always' },
      },
    })
  })
  return (
    <QueryClientProvider client={client}>
      <NuqsAdapter>
        <HotkeysProvider>
          <CommandsProvider {...{ run, barred }}>
            <ConfirmProvider>
              <ToastProvider>{children}</ToastProvider>
            </ConfirmProvider>
          </CommandsProvider>
        </HotkeysProvider>
      </NuqsAdapter>
    </QueryClientProvider>
  )
}
