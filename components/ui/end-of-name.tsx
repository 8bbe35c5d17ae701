import clsx from 'clsx'

/** A name of which the end is kept where it does not fit: names of one folder or one task set differ there. */
export function EndOfName({
  name,
  title = name,
  className,
}: {
  name: string
  title?: string
  className?: string
}) {
  return (
    <span
      className={clsx('block truncate text-left font-mono text-small [direction:rtl]', className)}
      title={title}
    >
      <bdi>{name}</bdi>
    </span>
  )
}
