import type { Metadata } from 'next'
import type { SearchParams } from 'nuqs/server'
import { guardPage } from '@/app/guard.ts'
import { oneParam } from '@/components/frame/project-href.ts'
import { KeysPanel } from '@/components/settings/keys-panel.tsx'
import { SecretsPanel } from '@/components/settings/secrets-panel.tsx'
import { ServedPanel } from '@/components/settings/served-panel.tsx'
import { SettingsScreen } from '@/components/settings/settings-screen.tsx'
import { getLoupe } from '@/lib/loupe.ts'

export const metadata: Metadata = { title: 'Settings' }

export default async function SettingsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await guardPage(searchParams)
  const loupe = await getLoupe()
  const { current, projects, embedder } = await loupe.api.shell({
    project: oneParam((await searchParams).project),
  })
  const rule = current && {
    projectId: current.id,
    name: current.name,
    embedder,
    ...(await loupe.api.injectionRule({ project: current.name })),
  }
  return (
    <SettingsScreen initial={await loupe.api.settings()}>
      <ServedPanel log={await loupe.api.servedLog()} rule={rule} />
      <KeysPanel keys={await loupe.api.keys()} projects={projects.map(({ name }) => name)} />
      <SecretsPanel rescan={await loupe.api.findRescan()} />
    </SettingsScreen>
  )
}
