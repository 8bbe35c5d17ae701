import clsx from 'clsx'
import type { ReactNode } from 'react'

/** A region between hairlines: title, what it measures, something at the end of the line, then the body. */
export function Section({
  title,
  note,
  end,
  children,
  className,
  id,
}: {
  title: ReactNode
  note?: ReactNode
  end?: ReactNode
  children?: ReactNode
  className?: string
  id?: string
}) {
  return (
    <section id={id} className={clsx('min-w-0 px-6 pt-4 pb-6 max-md:px-4', className)}>
      <SectionTitle title={title} note={note} end={end} />
      {children}
    </section>
  )
}

export function SectionTitle({ title, note, end }: { title: ReactNode; note?: ReactNode; end?: ReactNode }) {
  return (
    <div className="flex items-baseline gap-2 max-md:flex-wrap">
      <h2 className="font-medium text-body">{title}</h2>
      {note && <span className="min-w-0 text-ink-3 text-small">{note}</span>}
      {end && <span className="ml-auto flex flex-none items-baseline gap-2 text-small">{end}</span>}
    </div>
  )
}
