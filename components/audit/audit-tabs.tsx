'use client'

import { usePathname } from 'next/navigation'
import { AUDIT_PAGES } from '@/components/frame/pages.ts'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { Link } from '@/components/ui/link.tsx'

/** The rooms of the audit. */
export function AuditTabs() {
  const pathname = usePathname() ?? ''
  const href = useProjectHref()
  return (
    <nav
      aria-label="Audit"
      className="flex gap-1 overflow-x-auto border-hairline border-b px-4 max-md:px-2 print:hidden"
    >
      {AUDIT_PAGES.map(({ path, label }) => (
        <Link
          key={path}
          href={href(path)}
          aria-current={pathname.startsWith(path) ? 'page' : undefined}
          className="flex h-9 flex-none items-center border-transparent border-b-2 px-2 text-ink-2 no-underline hover:text-ink aria-[current]:border-ink aria-[current]:font-medium aria-[current]:text-ink max-md:h-11"
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
