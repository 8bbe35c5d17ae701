import type { Metadata } from 'next'
import type { SearchParams } from 'nuqs/server'
import { cancelJobAction, retryJobAction } from '@/app/actions.ts'
import { guardPage } from '@/app/guard.ts'
import { estimateReEmbedAction, reEmbedAction, removeVectorsAction } from '@/app/settings-actions.ts'
import { SettingsDesk } from '@/components/settings/settings-desk.tsx'
import { TopBar } from '@/components/ui/top-bar.tsx'
import { getLoupe } from '@/lib/runtime.ts'

export const metadata: Metadata = { title: 'Settings' }

export default async function SettingsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await guardPage(searchParams)
  const loupe = await getLoupe()
  return (
    <>
      <TopBar crumbs={[{ label: 'Settings' }]} />
      <SettingsDesk
        initial={await loupe.settings()}
        estimate={estimateReEmbedAction}
        reEmbed={reEmbedAction}
        removeVectors={removeVectorsAction}
        cancel={cancelJobAction}
        resume={retryJobAction}
      />
    </>
  )
}
