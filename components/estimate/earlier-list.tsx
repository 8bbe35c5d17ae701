import type { ReactNode } from 'react'
import { LinkButton } from '@/components/ui/button.tsx'
import { formatInstant } from '@/components/ui/format.ts'
import { Section } from '@/components/ui/section.tsx'

/** What was drawn before, newest first, each to be opened again. */
export function EarlierList({
  title,
  rows,
}: {
  title: string
  rows: { id: string; createdAt: string; href: string; words: ReactNode }[]
}) {
  return (
    <Section title={title} note={rows.length === 0 ? 'none yet' : 'newest first'}>
      <ul className="mt-2 max-w-[720px]">
        {rows.map(({ id, createdAt, href, words }) => (
          <li key={id} className="flex items-center gap-4 border-hairline border-b py-1.5">
            <LinkButton variant="quiet" href={href}>
              {formatInstant(createdAt)}
            </LinkButton>
            {words}
          </li>
        ))}
      </ul>
    </Section>
  )
}
