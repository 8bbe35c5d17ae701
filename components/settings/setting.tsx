import type { ReactNode } from 'react'

/** One setting: its name and what it is for at the left, its controls beside them; below each other on a phone. */
export function Setting({ title, note, children }: { title: string; note: ReactNode; children: ReactNode }) {
  return (
    <section
      aria-label={title}
      className="grid grid-cols-[280px_minmax(0,1fr)] gap-x-10 gap-y-2 border-hairline border-t px-6 py-5 max-lg:grid-cols-[minmax(0,1fr)] max-md:px-4"
    >
      <div>
        <h2 className="font-medium">{title}</h2>
        <p className="mt-0.5 text-pretty text-ink-3 text-small">{note}</p>
      </div>
      <div className="grid content-start gap-2">{children}</div>
    </section>
  )
}
