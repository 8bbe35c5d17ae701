import { PageHead } from '@/components/frame/page-head.tsx'
import { TopBar } from '@/components/frame/top-bar.tsx'
import { LinkButton } from '@/components/ui/button.tsx'
import { EmptyState } from '@/components/ui/states.tsx'
import { AuditTabs } from './audit-tabs.tsx'

/** What a page of the audit says before there is a memory. */
export function NoProject({ label, question }: { label: string; question: string }) {
  return (
    <>
      <TopBar crumbs={[{ label: 'Audit', path: '/audit' }, { label }]} />
      <PageHead question={question} verdict="No memories yet." />
      <AuditTabs />
      <EmptyState title="Nothing to audit" actions={<LinkButton href="/import">Import runs</LinkButton>}>
        The paper desk needs no data.
      </EmptyState>
    </>
  )
}
