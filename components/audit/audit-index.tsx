'use client'

import { Screen } from '@/components/frame/screen.tsx'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { Link } from '@/components/ui/link.tsx'
import { AUDIT_ROOMS } from './rooms.ts'

/** The questions of the audit, in the order in which they are asked. */
export function AuditIndex() {
  const href = useProjectHref()
  return (
    <Screen
      crumbs={[{ label: 'Audit' }]}
      question="Does memory help, when does it hurt, and how sure are we?"
      verdict="Each question has a page; each number says where it comes from, and what is not known stays empty."
    >
      <ul>
        {Object.entries(AUDIT_ROOMS).map(([room, { label, question, needs }]) => (
          <li
            key={room}
            className="grid grid-cols-[140px_minmax(0,1fr)] gap-x-4 border-hairline border-b px-6 py-3 max-md:grid-cols-[minmax(0,1fr)] max-md:px-4"
          >
            <Link href={href(`/audit/${room}`)} className="link w-fit font-medium max-md:py-3">
              {label}
            </Link>
            <p>
              {question}
              <span className="block text-ink-3 text-small">Needs {needs}.</span>
            </p>
          </li>
        ))}
      </ul>
    </Screen>
  )
}
