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
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
    </label>
  )
}
