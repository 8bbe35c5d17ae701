'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '@/components/ui/button.tsx'
import { Checkbox } from '@/components/ui/checkbox.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { Field, Select, TextInput } from '@/components/ui/field.tsx'
import { formatBytes, formatCount, formatInstant, formatPercent, plural } from '@/components/ui/format.ts'
import { useToast } from '@/components/ui/toast.tsx'
import { useTelling } from '@/components/ui/use-telling.ts'
import type { ServedLogView } from '@/lib/memory/served-log.ts'
import { episodesNeeded, LEAST_WITHHELD, MOST_WITHHELD } from '@/lib/memory/studies/withholding.ts'
import type { ActionResult } from '@/lib/memory/views/curation.ts'
import { Setting } from './setting.tsx'

export type ProjectRule = {
  projectId: string
  name: string
  floor: number | null
  floorEmbedder: string | null
  onlyWhatFits: boolean
  /** Share of its episodes that are given nothing at random; null = off. */
  withheldShare: number | null
  /** The embedder in use. */
  embedder: string
}

const DAYS = [7, 30, 90, 365]

/** What programs are told: what may be injected in this project, and how long the log of it is kept. */
export function ServedPanel({ log, rule }: { log: ServedLogView; rule: ProjectRule | null }) {
  return (
    <>
      {rule && <RuleForm key={`${rule.projectId}:${rule.floor}:${rule.onlyWhatFits}`} rule={rule} />}
      {rule && (
        <WithholdingForm
          key={rule.projectId}
          {...{ projectId: rule.projectId, name: rule.name, share: rule.withheldShare }}
        />
      )}
      <RetentionForm key={`${log.days}:${log.most}`} log={log} />
    </>
  )
}

/** Sends a form's change and says what came of it; the page is read again. */
function useSend() {
  const { tell } = useTelling()
  const router = useRouter()
  return async (work: Promise<ActionResult<unknown>>, said: string) => {
    await tell(work, said)
    router.refresh()
  }
}

function RuleForm({ rule }: { rule: ProjectRule }) {
  const { projectId, name, floor, floorEmbedder, onlyWhatFits, embedder } = rule
  const { setInjectionRule } = useCommands()
  const send = useSend()
  return (
    <Setting
      title={`What is injected in ${name}`}
      note="Both off: the best is injected whatever it scores, as in the paper. A request can set its own."
    >
      <form
        className="grid gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          const fields = new FormData(event.currentTarget)
          const text = String(fields.get('floor') ?? '').trim()
          const given = {
            projectId,
            floor: text === '' ? null : Number(text),
            onlyWhatFits: fields.get('onlyWhatFits') === 'on',
          }
          void send(
            setInjectionRule(given),
            given.floor === null && !given.onlyWhatFits
              ? 'The best is always injected, as in the paper.'
              : 'What lies under it is not injected, unless a request says otherwise.',
          )
        }}
      >
        <div className="flex flex-wrap items-end gap-x-5 gap-y-2">
          <Field label="Minimum score" hint="empty: off" className="w-52">
            <TextInput
              name="floor"
              type="number"
              step="0.01"
              min="-1"
              max="1"
              defaultValue={floor ?? ''}
              className="text-right font-mono"
            />
          </Field>
          <label className="inline-flex min-h-7 items-center gap-1.5 max-md:min-h-11">
            <Checkbox name="onlyWhatFits" defaultChecked={onlyWhatFits} />
            nothing unless it fits
          </label>
          <Button type="submit">Keep</Button>
        </div>
        {floorEmbedder !== null && floorEmbedder !== embedder && (
          <p className="text-warning">
            {floor} was set for scores of {floorEmbedder} and does not count in {embedder}. Keep a floor again
            to set it for {embedder}.
          </p>
        )}
      </form>
    </Setting>
  )
}

function RetentionForm({ log: { days, most, count, since, bytes, droppedCount } }: { log: ServedLogView }) {
  const { keepServed } = useCommands()
  const send = useSend()
  return (
    <Setting
      title="Log of what programs were told"
      note="Of all projects. The oldest go first; what a person saved stays. Served, Last used and Followed by failure count what is kept."
    >
      <form
        className="grid gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          const fields = new FormData(event.currentTarget)
          const named = String(fields.get('days'))
          const given = { days: named === '' ? null : Number(named), most: Number(fields.get('most')) }
          void send(keepServed(given), 'Kept so; what is older is gone.')
        }}
      >
        <p className="text-ink-2">
          {count === 0
            ? 'Empty: no program has asked yet.'
            : `${plural(count, 'answer')}, about ${formatBytes(bytes ?? 0)}, since ${since === null ? 'unknown' : formatInstant(since)}.`}
          {droppedCount > 0 &&
            ` ${formatCount(droppedCount)} since the start were not written: they came faster than the disk took them.`}
        </p>
        <div className="flex flex-wrap items-end gap-x-5 gap-y-2">
          <Field label="Kept for" className="w-40">
            <Select name="days" defaultValue={days ?? ''}>
              {[...new Set([...DAYS, ...(days === null ? [] : [days])])]
                .sort((a, b) => a - b)
                .map((one) => (
                  <option key={one} value={one}>
                    {plural(one, 'day')}
                  </option>
                ))}
              <option value="">ever</option>
            </Select>
          </Field>
          <Field label="At most" hint="answers" className="w-52">
            <TextInput
              name="most"
              type="number"
              min="0"
              max="1000000"
              step="1"
              required
              defaultValue={most}
              className="text-right font-mono"
            />
          </Field>
          <Button type="submit">Keep</Button>
        </div>
      </form>
    </Setting>
  )
}

const SHARES = [LEAST_WITHHELD, 0.06, 0.07, 0.08, 0.09, MOST_WITHHELD]

type WithholdingProps = { projectId: string; name: string; share: number | null }

/** Random withholding of a project: off unless somebody says so, with what it costs said first. */
function WithholdingForm({ projectId, name, share }: WithholdingProps) {
  const [asked, setAsked] = useState(share)
  const keep = useKeepShare(projectId, setAsked)
  return (
    <Setting
      title={`Withheld at random in ${name}`}
      note={
        <>
          Measures what memory causes. Only episodes that name themselves are drawn, the same one always
          alike; its agent is told <code className="font-mono">withheld: true</code>. The estimate stands on
          Reuse.
        </>
      }
    >
      <form
        className="grid gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          void keep(asked)
        }}
      >
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
      </form>
    </Setting>
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
