'use client'

import type { ComponentProps } from 'react'
import type { OperationName } from '@/lib/memory/operation.ts'
import { Button } from './button.tsx'
import { useBarred } from './commands.tsx'

/** A button that asks a command; off, with the reason, where whoever signed in may not ask it. */
export function ActButton({ asks, ...rest }: ComponentProps<typeof Button> & { asks: OperationName }) {
  const because = useBarred(asks)
  return because === undefined ? <Button {...rest} /> : <Button {...rest} disabled title={because} />
}
