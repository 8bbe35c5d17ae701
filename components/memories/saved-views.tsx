'use client'

import { useRouter } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { Dialog } from '@/components/ui/dialog.tsx'
import { Field, TextInput } from '@/components/ui/field.tsx'
import { Menu, MenuItem, SubMenu } from '@/components/ui/menu.tsx'
import { useTelling } from '@/components/ui/use-telling.ts'
import type { SavedViewView } from '@/lib/memory/views/project.ts'

/** Views of this page that somebody named: open one, keep this one, take one away. */
export function SavedViews({ projectId, views }: SavedViewsProps) {
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
        <MenuItem onSelect={() => setNaming(true)}>Keep this view …</MenuItem>
        {views.length > 0 && (
          <SubMenu label="Take one away">
            {views.map((view) => (
              <MenuItem key={view.id} onSelect={() => void remove(view)}>
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
