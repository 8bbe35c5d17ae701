import clsx from 'clsx'

type EndOfNameProps = { name: string; title?: string; className?: string }

/** A name of which the end is kept where it does not fit: names of one folder or one task set differ there. */
export function EndOfName({ name, title = name, className }: EndOfNameProps) {
  return (
    <span
      className={clsx('block truncate text-left font-mono text-small [direction:rtl]', className)}
      title={title}
    >
      <bdi>{name}</bdi>
    </span>
  )
}

/** Letters of the end that are always seen: `#12` of a session's task, the number of an instance, what tells two result files apart. */
const TAIL = 14

/** A name that is cut in its middle where it does not fit: names of one session or one set begin alike and differ at the end. */
export function CutName({ name, title = name, className }: EndOfNameProps) {
  return (
    <span className={clsx('flex min-w-0 whitespace-pre', className)} title={title}>
      <span className="sr-only">{name}</span>
      <span aria-hidden className="truncate">
        {name.slice(0, -TAIL)}
      </span>
      <span aria-hidden className="flex-none">
        {name.slice(-TAIL)}
      </span>
    </span>
  )
}
