'use client'

import { useProjectHref } from '@/components/frame/shell.tsx'
import { Link } from '@/components/ui/link.tsx'

const VIEWS = [
  { view: 'changes', label: 'Changes', params: {} },
  { view: 'served', label: 'Served', params: { view: 'served' } },
] as const

/** What of the log is shown: changes of the memory, or what was saved and served. */
export function ActivityTabs({ view }: { view: (typeof VIEWS)[number]['view'] }) {
  const href = useProjectHref()
  return (
    <nav aria-label="Activity" className="flex gap-1 border-hairline border-b px-4 max-md:px-2 print:hidden">
      {VIEWS.map(({ view: name, label, params }) => (
        <Link
          key={name}
          href={href('/activity', params)}
          aria-current={name === view ? 'page' : undefined}
          className="flex h-9 items-center border-transparent border-b-2 px-2 text-ink-2 no-underline hover:text-ink aria-[current]:border-ink aria-[current]:font-medium aria-[current]:text-ink max-md:h-11"
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
