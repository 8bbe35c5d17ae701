'use client'

import clsx from 'clsx'
import { buttonClass } from './button.tsx'

/** Opens the chooser for files, or for a folder with all that is in it. */
export function FileButton({
  label,
  isFolder = false,
  variant = 'plain',
  onFiles,
}: {
  label: string
  isFolder?: boolean
  variant?: 'plain' | 'solid'
  onFiles: (files: File[]) => void
}) {
  const take = (input: HTMLInputElement) => {
    const files = [...(input.files ?? [])]
    input.value = ''
    onFiles(files)
  }
  return (
    <label
      className={clsx(
        buttonClass(variant),
        'relative focus-within:outline-2 focus-within:outline-focus focus-within:outline-offset-2',
      )}
    >
      {label}
      <input
        type="file"
        multiple
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
