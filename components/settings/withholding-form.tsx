'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '@/components/ui/button.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { Field, Select } from '@/components/ui/field.tsx'
import { formatCount, formatPercent } from '@/components/ui/format.ts'
import { SectionTitle } from '@/components/ui/section.tsx'
import { useToast } from '@/components/ui/toast.tsx'
import { useTelling } from '@/components/ui/use-telling.ts'
import { episodesNeeded, LEAST_WITHHELD, MOST_WITHHELD } from '@/lib/memory/studies/withholding.ts'

const SHARES = [LEAST_WITHHELD, 0.06, 0.07, 0.08, 0.09, MOST_WITHHELD]

type WithholdingProps = { projectId: string; name: string; share: number | null }

/** Random withholding of a project: off unless somebody says so, with what it costs said first. */
export function WithholdingForm({ projectId, name, share }: WithholdingProps) {
  const [asked, setAsked] = useState(share)
  const keep = useKeepShare(projectId, setAsked)
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        void keep(asked)
      }}
    >
      <SectionTitle title={`Withheld at random in ${name}`} note="measures what memory causes" />
      <div className="flex flex-wrap items-end gap-x-5 gap-y-2">
        <Field label="Episodes given nothing" className="w-48">
          <Select
            value={asked ?? ''}
            onChange={({ target }) => setAsked(target.value === '' ? null : Number(target.value))}
          >
            <option value="">off</option>
            {SHARES.map((one) => (
              <option key={one} value={one}>
                {formatPercent(one)}
              </option>
            ))}
          </Select>
        </Field>
        <Button type="submit">Keep</Button>
      </div>
      <p className="max-w-[76ch] text-ink-2">
        {asked === null
          ? 'Off: every episode is given what the memory finds.'
          : `It costs: about 1 in ${Math.round(1 / asked)} episodes works without memory, and loses what memory would have been worth to it. To tell a difference of 10 points takes up to ${formatCount(episodesNeeded(asked, 10))} episodes with a reported outcome, of 20 points ${formatCount(episodesNeeded(asked, 20))} (power 80 %).`}
      </p>
      <p className="max-w-[76ch] text-ink-3 text-small">
        Only episodes that name themselves are drawn; the same one always gets the same. Its agent is told{' '}
        <code className="font-mono">withheld: true</code>. The estimate stands on the page Reuse.
      </p>
    </form>
  )
}

/** Stores the share, says so, and offers the one before. */
function useKeepShare(projectId: string, onKept: (share: number | null) => void) {
  const { withholdAtRandom } = useCommands()
  const toast = useToast()
  const { tell } = useTelling()
  const router = useRouter()
  const keep = async (wanted: number | null) => {
    const answer = await tell(withholdAtRandom({ projectId, share: wanted }))
    if (!answer.ok) return
    router.refresh()
    onKept(wanted)
    const { before } = answer.value
    toast.show({
      text:
        wanted === null ? 'Nothing is withheld.' : `${formatPercent(wanted)} of episodes are given nothing.`,
      ...(before === wanted
        ? {}
        : { undo: { name: `withholding ${wanted ?? 'off'}`, run: () => void keep(before) } }),
    })
  }
  return keep
}
