import { PageTabs } from '@/components/frame/page-tabs.tsx'
import { AUDIT_PAGES } from '@/components/frame/pages.ts'

/** The rooms of the audit. */
export function AuditTabs() {
  return <PageTabs label="Audit" tabs={AUDIT_PAGES} />
}
