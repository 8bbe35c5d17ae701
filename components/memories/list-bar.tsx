'use client'

import { useRouter } from 'next/navigation'
import { type FormEvent, type RefObject, useState } from 'react'
import { entriesExportPath, filterParams, isFiltered } from '@/components/entries/entry-url.ts'
import { countWords } from '@/components/entries/entry-words.ts'
import { useProjectHref, useShell } from '@/components/frame/shell.tsx'
import { ActButton } from '@/components/ui/act-button.tsx'
import { Button, LinkButton } from '@/components/ui/button.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { Dialog } from '@/components/ui/dialog.tsx'
import { Field, TextInput } from '@/components/ui/field.tsx'
import { Menu, MenuCheck, MenuItem, SubMenu } from '@/components/ui/menu.tsx'
import { useTelling } from '@/components/ui/use-telling.ts'
import {
  ENTRY_COLUMNS,
  ENTRY_FACETS,
  type EntryColumn,
  entryField,
} from '@/lib/memory/filter/entry-fields.ts'
import type { EntryList } from '@/lib/memory/views/entries.ts'
import type { SavedViewView } from '@/lib/memory/views/project.ts'
import { FilterLine } from './filter/filter-line.tsx'
import { SearchBox } from './filter/search-box.tsx'
import { unknownNames } from './filter/unknown-names.ts'
import { constantWords } from './table/table-columns.ts'
import type { Browser } from './use-browser.ts'

type ListBarProps = {
  browser: Browser
  /** Of all entries, whatever is searched. */
  whole: EntryList['facets']
  project: string
  projectId: string
  views: SavedViewView[]
  searchRef: RefObject<HTMLInputElement | null>
  /** Enter in the search box. */
  onSearched: () => void
  /** Opens the facets of a phone. */
  onSheet: () => void
  onAdd: () => void
}

/** Over the list: what is searched and how it is shown; below, what it is narrowed to, and how many that are. */
export function ListBar(props: ListBarProps) {
  const { view, list, constant } = props.browser
  const alike = list !== null && list.matchCount > 0 ? constantWords(constant) : ''
  return (
    <>
      <div className="flex flex-wrap gap-x-1 gap-y-2 px-4 pt-3">
        <SearchLine {...props} />
        <ViewActs {...props} />
      </div>
      <div className="flex min-h-9 flex-wrap items-center gap-x-2 gap-y-1 px-4 py-1.5">
        <FilterLine filter={view.filter} onRemove={view.removePart} />
        <p aria-live="polite" className="text-ink-3 text-small">
          {list === null ? 'Not read' : countWords(list, view.filter)}
          {alike !== '' && `; ${alike}`}
        </p>
        {isFiltered(view.filter) && (
          <Button variant="quiet" onClick={view.clear}>
            Clear all
          </Button>
        )}
      </div>
    </>
  )
}

function SearchLine({ browser: { view, facets }, whole, searchRef, onSearched, onSheet }: ListBarProps) {
  const filterCount = ENTRY_FACETS.filter((facet) => view.filter[facet].length > 0).length
  const leave = () => searchRef.current?.blur()
  return (
    <div className="flex min-w-60 flex-1 gap-2 max-md:basis-full">
      <SearchBox
        text={view.text}
        onText={view.setText}
        facets={facets}
        note={unknownNames(view.text, { flag: [...whole.flag, ...facets.flag], finding: whole.finding })}
        onDone={() => {
          leave()
          view.searchNow()
          onSearched()
        }}
        onLeave={leave}
        inputRef={searchRef}
      />
      <Button className="md:hidden" onClick={onSheet}>
        Filters{filterCount > 0 && ` ${filterCount}`}
      </Button>
    </div>
  )
}

function ViewActs({ browser: { view, shown }, project, projectId, views, onAdd }: ListBarProps) {
  const href = useProjectHref()
  const { saveEntries } = useShell()
  const { filter, density } = view
  return (
    <span className="ml-auto flex gap-1">
      <SavedViews projectId={projectId} views={views} />
      <ColumnsMenu
        shown={shown}
        isCompact={density === 'compact'}
        onColumn={view.toggleColumn}
        onCompact={(on) => void view.setUrl({ density: on ? 'compact' : null })}
      />
      <LinkButton
        variant="quiet"
        className="max-md:hidden"
        href={href('/memories/review/sample', filterParams(filter))}
      >
        Estimate
      </LinkButton>
      <Button
        variant="quiet"
        className="max-md:hidden"
        onClick={() => void saveEntries(entriesExportPath(project, filter))}
      >
        Export
      </Button>
      <ActButton asks="store" keys="N" onClick={onAdd}>
        Add by hand
      </ActButton>
    </span>
  )
}

/** Views of this page that somebody named: open one, keep this one, take one away. */
function SavedViews({ projectId, views }: SavedViewsProps) {
  const commands = useCommands()
  const router = useRouter()
  const { tell } = useTelling()
  const [isNaming, setNaming] = useState(false)
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name') ?? '').trim()
    if (name === '') return
    const search = new URLSearchParams(location.search)
    for (const aside of ['project', 'at']) search.delete(aside)
    setNaming(false)
    const view = { projectId, page: 'memories', name, query: search.toString() } as const
    await tell(commands.saveView(view), `Kept as “${name}”`)
    router.refresh()
  }
  const open = ({ query }: SavedViewView) => {
    const search = new URLSearchParams(query)
    const project = new URLSearchParams(location.search).get('project')
    if (project) search.set('project', project)
    router.push(`/memories?${search}`)
  }
  const remove = async ({ id, name }: SavedViewView) => {
    await tell(commands.deleteView({ id }), `“${name}” is gone`)
    router.refresh()
  }
  return (
    <>
      <Menu
        className="min-w-56"
        trigger={<Button variant="quiet">Views{views.length > 0 && ` ${views.length}`}</Button>}
      >
        {views.map((view) => (
          <MenuItem key={view.id} onSelect={() => open(view)}>
            {view.name}
          </MenuItem>
        ))}
        <MenuItem asks="saveView" onSelect={() => setNaming(true)}>
          Keep this view …
        </MenuItem>
        {views.length > 0 && (
          <SubMenu label="Take one away">
            {views.map((view) => (
              <MenuItem asks="deleteView" key={view.id} onSelect={() => void remove(view)}>
                {view.name}
              </MenuItem>
            ))}
          </SubMenu>
        )}
      </Menu>
      <NameView isNaming={isNaming} setNaming={setNaming} save={save} />
    </>
  )
}

type SavedViewsProps = { projectId: string; views: SavedViewView[] }

function NameView({
  isNaming,
  setNaming,
  save,
}: {
  isNaming: boolean
  setNaming: (value: boolean) => void
  save: (event: FormEvent<HTMLFormElement>) => Promise<void>
}) {
  return (
    <Dialog open={isNaming} onClose={() => setNaming(false)} title="Keep this view">
      <form onSubmit={(event) => void save(event)} className="grid gap-4">
        <Field label="Name" hint="one of the same name is replaced">
          <TextInput name="name" maxLength={80} required data-autofocus />
        </Field>
        <div className="flex justify-end">
          <Button type="submit" variant="solid">
            Keep
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Which columns there are, and how high a row is. */
function ColumnsMenu({
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
