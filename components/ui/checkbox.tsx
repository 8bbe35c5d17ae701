'use client'

import { type ComponentProps, useEffect, useRef } from 'react'

/** A native checkbox in ink. `some` shows the bar of a partly chosen group. */
export function Checkbox({
  some = false,
  ...rest
}: Omit<ComponentProps<'input'>, 'type' | 'ref' | 'className'> & { some?: boolean }) {
  const ref = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = some
  }, [some])

  return <input ref={ref} type="checkbox" className="tick flex-none" {...rest} />
}
