import type { ReactNode } from 'react'
import { projectHref } from '@/components/frame/project-href.ts'
import { Screen } from '@/components/frame/screen.tsx'
import { LinkButton } from '@/components/ui/button.tsx'
import { EmptyState } from '@/components/ui/states.tsx'
import { AUDIT_ROOMS, type AuditRoom } from './rooms.ts'

type AuditPageProps = { room: AuditRoom; verdict: ReactNode; basis?: ReactNode; children: ReactNode }

/** A room of the audit: its question, the answer, what that rests on, and what shows it. */
export function AuditPage({ room, verdict, basis, children }: AuditPageProps) {
  const { label, question } = AUDIT_ROOMS[room]
  return (
    <Screen crumbs={[{ label: 'Audit', path: '/audit' }, { label }]} {...{ question, verdict, basis }}>
      {children}
    </Screen>
  )
}

/** While a report is made for the first time since the memory changed. */
export function Computing({ room, what }: { room: AuditRoom; what: string }) {
  return (
    <AuditPage room={room} verdict="Computing…">
      <p
        role="status"
        className="hatch-wide m-6 flex min-h-28 items-center px-3 text-ink-3 text-small max-md:m-4"
      >
        {what}
      </p>
    </AuditPage>
  )
}

/** Before there is a memory. */
export function NoProject({ room }: { room: AuditRoom }) {
  return (
    <AuditPage room={room} verdict="No memories yet.">
      <EmptyState title="Nothing to audit" actions={<LinkButton href="/import">Import runs</LinkButton>}>
        The paper’s own figures need no data: see Density and gain.
      </EmptyState>
    </AuditPage>
  )
}

/** A memory without labelled questions: what is measured on labels is unknown there, and stays so. */
export function NoLabels({ room, project }: { room: AuditRoom; project: string }) {
  return (
    <AuditPage room={room} verdict="Unknown here: nobody has labelled a question of this project.">
      <EmptyState
        title={`Against rules there is only agreement, and ${project} has no labels of persons.`}
        actions={<LinkButton href={projectHref(`/audit/${room}`, 'sample')}>See it on the sample</LinkButton>}
      >
        Judge pairs blind in Review, or import runs whose agent declares its stages.
      </EmptyState>
    </AuditPage>
  )
}
