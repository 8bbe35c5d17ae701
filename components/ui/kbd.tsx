import clsx from 'clsx'

/** One key, as it is shown where it acts; hidden on touch. `quiet` inside solid buttons. */
export function Kbd({ children, inherit = false }: { children: string; inherit?: boolean }) {
  return (
    <kbd
      className={clsx(
        'inline-block min-w-[18px] rounded-chip border px-1 text-center font-mono text-micro touch:hidden',
        inherit ? 'border-current opacity-75' : 'border-hairline bg-surface text-ink-3',
      )}
    >
      {children}
    </kbd>
  )
}
