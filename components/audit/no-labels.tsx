'use client'

import { PageHead } from '@/components/frame/page-head.tsx'
import { projectHref } from '@/components/frame/project-href.ts'
import { TopBar } from '@/components/frame/top-bar.tsx'
import { LinkButton } from '@/components/ui/button.tsx'
import { EmptyState } from '@/components/ui/states.tsx'
import { AuditTabs } from './audit-tabs.tsx'

/** A memory without labelled questions: what is measured on labels is unknown there, and stays so. */
export function NoLabels({ project, label, question }: { project: string; label: string; question: string }) {
  return (
    <>
      <TopBar crumbs={[{ label: 'Audit', path: '/audit' }, { label }]} />
      <PageHead question={question} verdict="Unknown here: nobody has labelled a question of this project." />
      <AuditTabs />
      <EmptyState
        title={`Against rules there is only agreement, and ${project} has no labels of persons.`}
        actions={
          <LinkButton href={projectHref(`/audit/${label.toLowerCase()}`, 'sample')}>
            See it on the sample
          </LinkButton>
        }
      >
        Judge pairs in the lab, or import runs whose agent declares its stages.
      </EmptyState>
    </>
  )
}
