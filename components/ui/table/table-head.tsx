import clsx from 'clsx'

export type TableColumn = {
  label: string
  className?: string | undefined
  /** Only for those who hear the page: the column explains itself to the eye. */
  isSilent?: boolean
}

export function TableHead({
  columns,
  className,
  rowClass,
}: {
  columns: readonly TableColumn[]
  className?: string | undefined
  rowClass?: string | undefined
}) {
  return (
    <thead className={className}>
      <tr
        className={clsx(
          'h-7 border-strong border-b text-left text-ink-3 text-small [&>th]:font-normal',
          rowClass,
        )}
      >
        {columns.map(({ label, className: own, isSilent }) => (
          <th key={label} scope="col" className={own}>
            {isSilent ? <span className="sr-only">{label}</span> : label}
          </th>
        ))}
      </tr>
    </thead>
  )
}
