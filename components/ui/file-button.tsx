'use client'

import clsx from 'clsx'
import type { OperationName } from '@/lib/memory/operation.ts'
import { buttonClass } from './button.tsx'
import { useBarred } from './commands.tsx'

/** Opens the chooser for files, or for a folder with all that is in it. */
export function FileButton({
  label,
  isFolder = false,
  variant = 'plain',
  asks,
  onFiles,
}: {
  label: string
  isFolder?: boolean
  variant?: 'plain' | 'solid'
  /** The command that it leads to: off where whoever signed in may not ask it. */
  asks?: OperationName
  onFiles: (files: File[]) => void
}) {
  const because = useBarred(asks)
  const take = (input: HTMLInputElement) => {
    const files = [...(input.files ?? [])]
    input.value = ''
    onFiles(files)
  }
  return (
    <label
      title={because}
      className={clsx(
        buttonClass(because === undefined ? variant : 'plain'),
        because !== undefined && 'opacity-50',
        'relative focus-within:outline-2 focus-within:outline-focus focus-within:outline-offset-2',
      )}
    >
      {label}
      <input
        type="file"
        multiple
        disabled={because !== undefined}
        className="sr-only"
        {...(isFolder ? { webkitdirectory: '' } : {})}
        // What was chosen before the page was alive is there already, and nothing tells of it again.
        ref={(input) => {
          if (input?.files?.length) take(input)
        }}
        onChange={(event) => take(event.target)}
      />
    </label>
  )
}
