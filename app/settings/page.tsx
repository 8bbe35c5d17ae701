import type { Metadata } from 'next'
import type { SearchParams } from 'nuqs/server'
import { guardPage, pageApi } from '@/app/guard.ts'
import { oneParam } from '@/components/frame/project-href.ts'
import { Screen } from '@/components/frame/screen.tsx'
import { AccountPanel } from '@/components/settings/account-panel.tsx'
import { KeysPanel } from '@/components/settings/keys-panel.tsx'
import { PeoplePanel } from '@/components/settings/people-panel.tsx'
import { SecretsPanel } from '@/components/settings/secrets-panel.tsx'
import { ServedPanel } from '@/components/settings/served-panel.tsx'
import { SettingsScreen } from '@/components/settings/settings-screen.tsx'

export const metadata: Metadata = { title: 'Settings' }

export default async function SettingsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await guardPage(searchParams)
  const api = await pageApi()
  const { account, current, projects, embedder } = await api.shell({
    project: oneParam((await searchParams).project),
  })
  if (account && account.role !== 'owner')
    return (
      <Screen
        crumbs={[{ label: 'Settings' }]}
        question="Who am I here?"
        verdict={`${account.name}, a ${account.role}.`}
      >
        <AccountPanel {...account} />
      </Screen>
    )
  const rule = current && {
    projectId: current.id,
    name: current.name,
    embedder,
    ...(await api.injectionRule({ project: current.name })),
  }
  return (
    <SettingsScreen initial={await api.settings()}>
      {account && <AccountPanel {...account} />}
      <PeoplePanel people={await api.people()} projects={projects.map(({ name }) => name)} />
      <ServedPanel log={await api.servedLog()} rule={rule} />
      <KeysPanel keys={await api.keys()} projects={projects.map(({ name }) => name)} />
      <SecretsPanel rescan={await api.findRescan()} />
    </SettingsScreen>
  )
}
