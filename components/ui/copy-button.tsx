'use client'

import { type ComponentProps, useState } from 'react'
import { Button } from './button.tsx'

/** Puts a text on the clipboard and says so for two seconds. */
export function CopyButton({
  label,
  done,
  text,
  ...button
}: Omit<ComponentProps<typeof Button>, 'onClick' | 'children'> & {
  label: string
  done: string
  text: () => string
}) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text())
    setCopied(true)
    setTimeout(() => setCopied(false), 2_000)
  }
  return (
    <Button {...button} onClick={copy}>
      <span aria-live="polite">{isCopied ? done : label}</span>
    </Button>
  )
}
