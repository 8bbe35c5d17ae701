'use client'

import { Button } from '@/components/ui/button.tsx'
import { Menu, MenuCheck } from '@/components/ui/menu.tsx'
import { COLUMN_IDS, COLUMNS } from './table-columns.ts'

/** Which columns there are, and how high a row is. */
export function ColumnsMenu({
  shown,
  isCompact,
  onColumn,
  onCompact,
}: {
  shown: readonly string[]
  isCompact: boolean
  onColumn: (id: string) => void
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
      {COLUMN_IDS.map((id) => (
        <MenuCheck key={id} checked={shown.includes(id)} onChange={() => onColumn(id)}>
          {COLUMNS[id].title}
        </MenuCheck>
      ))}
      <hr className="my-1 border-hairline border-t" />
      <MenuCheck checked={isCompact} onChange={onCompact}>
        Compact rows
      </MenuCheck>
    </Menu>
  )
}
