'use client'

import clsx from 'clsx'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { Link } from '@/components/ui/link.tsx'
import type { Pane } from '@/lib/memory/review.ts'

/** Texts beside each other, a pane each: a lesson alone, or what it is judged by beside it. */
export function Panes({ panes }: { panes: Pane[] }) {
  return (
    <div
      className={clsx(
        'grid max-lg:grid-cols-[minmax(0,1fr)] max-lg:[&>*+*]:border-t lg:[&>*+*]:border-l [&>*]:border-hairline',
        panes.length > 1 && 'grid-cols-2',
      )}
    >
      {panes.map((pane) => (
        <PaneText key={pane.title} {...pane} />
      ))}
    </div>
  )
}

function PaneText({ title, head, keywords = [], parts = [], code, link }: Pane) {
  const href = useProjectHref()
  return (
    <section aria-label={title} className={clsx('min-w-0', code !== undefined && 'bg-surface-2')}>
      {head !== undefined && (
        <div className="px-6 py-4 max-md:px-4">
          <h2 className="max-w-[66ch] text-pretty font-medium text-title [overflow-wrap:anywhere]">{head}</h2>
          <p className="mt-1 font-mono text-ink-2 text-small">
            {keywords.join('  ')}
            {link && (
              <Link
                href={href(link.path, { step: link.step })}
                className="link max-md:inline-flex max-md:min-h-11 max-md:items-center"
              >
                {link.label}
              </Link>
            )}
          </p>
          <dl className="mt-3 grid max-w-[66ch] gap-2">
            {parts.map(({ name, text, code: action }) => (
              <div key={name} className="grid grid-cols-[72px_minmax(0,1fr)] gap-x-2">
                <dt className="font-mono text-ink-3 text-micro leading-[22px]">{name}</dt>
                <dd
                  className={clsx(
                    'text-pretty [overflow-wrap:anywhere]',
                    name === 'title' ? 'font-medium' : 'text-read',
                  )}
                >
                  {text}
                  {action && (
                    <pre className="mt-0.5 whitespace-pre-wrap font-mono text-ink-2 text-small">{action}</pre>
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </div>
      )}
      {code !== undefined && (
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: so that the arrow keys can scroll it.
          tabIndex={0}
          className="max-h-[calc(100dvh-240px)] overflow-y-auto whitespace-pre-wrap px-6 py-4 font-mono text-small [overflow-wrap:anywhere] max-md:px-4"
        >
          {code}
        </pre>
      )}
    </section>
  )
}
