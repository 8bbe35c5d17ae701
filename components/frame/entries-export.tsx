'use client'

import { useCallback, useState } from 'react'
import { Button } from '@/components/ui/button.tsx'
import { Dialog } from '@/components/ui/dialog.tsx'
import { fetchJson } from '@/components/ui/faults/fetch-json.ts'
import { formatCount } from '@/components/ui/format.ts'
import { Link } from '@/components/ui/link.tsx'
import { useToast } from '@/components/ui/toast.tsx'
import { projectHref } from './project-href.ts'

type Asked = { href: string; count: number }

/** Saves entries as a file. Pages mask what looks like a secret, a file does not: where it holds one, that is asked first. */
export function useEntriesExport(project: string | null) {
  const toast = useToast()
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  const ask = useCallback(
    async (href: string) => {
      try {
        const { count } = await fetchJson<{ count: number }>(href.replace('/export?', '/export/secrets?'))
        if (count === 0) save(href)
        else setAsked({ href, count })
      } catch (error) {
        toast.show({ text: `Nothing was saved. ${(error as Error).message}`, tone: 'danger' })
      }
    },
    [toast],
  )
  const dialog = (
    <Dialog open={asked !== null} onClose={close} title="This file would hold secrets">
      {asked && (
        <div className="grid gap-4">
          <p className="text-ink-2">
            {formatCount(asked.count)} × what looks like a secret is in it: pages mask them, an export does
            not.{' '}
            <Link href={projectHref('/memories/review/secret', project)} className="link">
              See the entries
            </Link>
          </p>
          <div className="flex justify-end gap-2">
            <Button onClick={close}>Save nothing</Button>
            <Button
              data-autofocus
              variant="danger-solid"
              onClick={() => {
                save(asked.href)
                close()
              }}
            >
              Save it as it is
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  )
  return { saveEntries: ask, dialog }
}

function save(href: string): void {
  const link = document.createElement('a')
  link.href = href
  link.download = ''
  link.click()
}
