'use client'

import { Button } from '@/components/ui/button.tsx'
import { Menu, MenuCheck } from '@/components/ui/menu.tsx'
import { ENTRY_COLUMNS, type EntryColumn, entryField } from '@/lib/memory/filter/entry-fields.ts'

/** Which columns there are, and how high a row is. */
export function ColumnsMenu({
  shown,
  isCompact,
  onColumn,
  onCompact,
}: {
  shown: readonly EntryColumn[]
  isCompact: boolean
  onColumn: (id: EntryColumn) => void
  onCompact: (on: boolean) => void
}) {
  return (
    <Menu
      trigger={
        <Button variant="quiet" className="max-md:hidden">
          Columns
        </Button>
      }
    >
      {ENTRY_COLUMNS.map((id) => (
        <MenuCheck key={id} checked={shown.includes(id)} onChange={() => onColumn(id)}>
          {entryField(id).title}
        </MenuCheck>
      ))}
      <hr className="my-1 border-hairline border-t" />
      <MenuCheck checked={isCompact} onChange={onCompact}>
        Compact rows
      </MenuCheck>
    </Menu>
  )
}
