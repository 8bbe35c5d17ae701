import type { Metadata } from 'next'
import type { SearchParams } from 'nuqs/server'
import { guardPage } from '@/app/guard.ts'
import { TopBar } from '@/components/frame/top-bar.tsx'
import { SettingsScreen } from '@/components/settings/settings-screen.tsx'
import { getLoupe } from '@/lib/runtime.ts'

export const metadata: Metadata = { title: 'Settings' }

export default async function SettingsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await guardPage(searchParams)
  const loupe = await getLoupe()
  return (
    <>
      <TopBar crumbs={[{ label: 'Settings' }]} />
      <SettingsScreen initial={await loupe.work.settings()} />
    </>
  )
}
