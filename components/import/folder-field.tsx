'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button.tsx'
import { Field, TextInput } from '@/components/ui/field.tsx'

/** A folder of the machine that Loupe runs on, by its path: a browser tells none. Emptied once it was taken. */
export function FolderField({
  label,
  example,
  act,
  isLocked = false,
  onFolder,
}: {
  label: string
  example: string
  act: string
  isLocked?: boolean
  /** True where it was taken. */
  onFolder: (folder: string) => Promise<boolean>
}) {
  const [folder, setFolder] = useState('')
  return (
    <form
      className="flex flex-wrap items-end gap-2 max-md:w-full"
      onSubmit={async (event) => {
        event.preventDefault()
        if (await onFolder(folder.trim())) setFolder('')
      }}
    >
      <Field label={label} className="min-w-0 flex-1 max-md:basis-full">
        <TextInput value={folder} placeholder={example} onChange={({ target }) => setFolder(target.value)} />
      </Field>
      <Button type="submit" disabled={isLocked || folder.trim() === ''}>
        {act}
      </Button>
    </form>
  )
}
