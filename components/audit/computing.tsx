import { PageHead } from '@/components/frame/page-head.tsx'
import { TopBar } from '@/components/frame/top-bar.tsx'
import { AuditTabs } from './audit-tabs.tsx'

/** While a report is made for the first time since the memory changed. */
export function Computing({ label, question, what }: { label: string; question: string; what: string }) {
  return (
    <>
      <TopBar crumbs={[{ label: 'Audit', path: '/audit' }, { label }]} />
      <PageHead question={question} verdict="Computing…" />
      <AuditTabs />
      <p
        role="status"
        className="hatch-wide m-6 flex min-h-28 items-center px-3 text-ink-3 text-small max-md:m-4"
      >
        {what}
      </p>
    </>
  )
}
