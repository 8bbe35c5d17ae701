'use client'

import { useCallback } from 'react'
import { type Question, useConfirm } from '@/components/ui/confirm.tsx'
import { fetchJson } from '@/components/ui/faults/fetch-json.ts'
import { formatCount } from '@/components/ui/format.ts'
import { Link } from '@/components/ui/link.tsx'
import { useToast } from '@/components/ui/toast.tsx'
import { projectHref } from './project-href.ts'

/** Saves entries as a file. Pages mask what looks like a secret, a file does not: where it holds one, that is asked first. */
export function useEntriesExport(project: string | null) {
  const toast = useToast()
  const confirm = useConfirm()
  return useCallback(
    async (href: string) => {
      try {
        const { count } = await fetchJson<{ count: number }>(href.replace('/export?', '/export/secrets?'))
        if (count === 0 || (await confirm(secretsQuestion(count, project)))) save(href)
      } catch (error) {
        toast.show({ text: `Nothing was saved. ${(error as Error).message}`, tone: 'danger' })
      }
    },
    [toast, confirm, project],
  )
}

function secretsQuestion(count: number, project: string | null): Question {
  const text = (
    <>
      {formatCount(count)} × what looks like a secret is in it: pages mask them, an export does not.{' '}
      <Link href={projectHref('/memories/review/secret', project)} className="link">
        See the entries
      </Link>
    </>
  )
  return { title: 'This file would hold secrets', text, keep: 'Save nothing', act: 'Save it as it is' }
}

function save(href: string): void {
  const link = document.createElement('a')
  link.href = href
  link.download = ''
  link.click()
}
