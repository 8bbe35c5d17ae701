'use client'

import { useRouter } from 'next/navigation'
import { DropdownMenu } from 'radix-ui'
import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button.tsx'
import { Dialog } from '@/components/ui/dialog.tsx'
import { Field, TextInput } from '@/components/ui/field.tsx'
import { useToast } from '@/components/ui/toast.tsx'
import type { ActionResult, SavedViewView } from '@/lib/memory/views.ts'

export type ViewActions = {
  save: (input: {
    projectId: string
    page: string
    name: string
    query: string
  }) => Promise<ActionResult<SavedViewView>>
  remove: (input: { id: string }) => Promise<ActionResult<null>>
}

/** Views of this page that somebody named: open one, keep this one, take one away. */
export function SavedViews({
  projectId,
  views,
  actions,
}: {
  projectId: string
  views: SavedViewView[]
  actions: ViewActions
}) {
  const router = useRouter()
  const toast = useToast()
  const [isNaming, setNaming] = useState(false)
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name') ?? '').trim()
    if (name === '') return
    const search = new URLSearchParams(location.search)
    for (const aside of ['project', 'at']) search.delete(aside)
    const result = await actions.save({ projectId, page: 'memories', name, query: search.toString() })
    setNaming(false)
    toast.show(result.ok ? { text: `Kept as “${name}”` } : { text: result.error.message, tone: 'danger' })
    router.refresh()
  }
  const open = ({ query }: SavedViewView) => {
    const search = new URLSearchParams(query)
    const project = new URLSearchParams(location.search).get('project')
    if (project) search.set('project', project)
    router.push(`/memories?${search}`)
  }
  const remove = async ({ id, name }: SavedViewView) => {
    const result = await actions.remove({ id })
    toast.show(result.ok ? { text: `“${name}” is gone` } : { text: result.error.message, tone: 'danger' })
    router.refresh()
  }
  const item =
    'flex h-8 items-center justify-between gap-4 rounded-control px-2 outline-none data-[highlighted]:bg-selected max-md:h-11'
  return (
    <>
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger asChild>
          <Button variant="quiet">Views{views.length > 0 && ` ${views.length}`}</Button>
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content
            align="end"
            sideOffset={4}
            className="z-40 min-w-56 rounded-float bg-overlay p-1 shadow-float"
          >
            {views.map((view) => (
              <DropdownMenu.Item key={view.id} className={item} onSelect={() => open(view)}>
                {view.name}
              </DropdownMenu.Item>
            ))}
            <DropdownMenu.Item className={item} onSelect={() => setNaming(true)}>
              Keep this view …
            </DropdownMenu.Item>
            {views.length > 0 && (
              <DropdownMenu.Sub>
                <DropdownMenu.SubTrigger className={item}>Take one away</DropdownMenu.SubTrigger>
                <DropdownMenu.Portal>
                  <DropdownMenu.SubContent className="z-40 min-w-44 rounded-float bg-overlay p-1 shadow-float">
                    {views.map((view) => (
                      <DropdownMenu.Item key={view.id} className={item} onSelect={() => void remove(view)}>
                        {view.name}
                      </DropdownMenu.Item>
                    ))}
                  </DropdownMenu.SubContent>
                </DropdownMenu.Portal>
              </DropdownMenu.Sub>
            )}
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
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
    </>
  )
}
