import type { ReactNode } from 'react'

/** Unknown, not run, never served: a hatch and its word, never a 0. */
export function Hatch({
  label,
  width = 34,
  height = 9,
}: {
  label: string
  width?: number | string
  height?: number
}) {
  return (
    <span
      role="img"
      aria-label={label}
      title={label}
      className="hatch inline-block align-[-1px]"
      style={{ width, height }}
    />
  )
}

/** A value in words, or a hatch where it is not known. */
export function known<Value>(
  value: Value | null | undefined,
  write: (value: Value) => ReactNode,
  label = 'Unknown',
): ReactNode {
  return value === null || value === undefined ? <Hatch label={label} /> : write(value)
}
