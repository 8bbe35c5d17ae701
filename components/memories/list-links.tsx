'use client'

import clsx from 'clsx'
import { entriesExportPath } from '@/components/entries/entry-url.ts'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { buttonClass, LinkButton } from '@/components/ui/button.tsx'
import { useEntryView } from './use-entry-view.ts'

/** To the map, where the entry under the cursor is marked; and the list as a file. */
export function ListLinks({ project }: { project: string }) {
  const href = useProjectHref()
  const { at, filter } = useEntryView()
  return (
    <>
      <LinkButton className="max-md:hidden!" href={href('/memories/map', { at })}>
        {at === null ? 'Map' : 'On the map'}
      </LinkButton>
      <a className={clsx(buttonClass(), 'max-md:hidden!')} href={entriesExportPath(project, filter)} download>
        Export
      </a>
    </>
  )
}
