'use client'

import { useRouter } from 'next/navigation'
import { Button } from '@/components/ui/button.tsx'
import { Checkbox } from '@/components/ui/checkbox.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { Field, Select, TextInput } from '@/components/ui/field.tsx'
import { formatBytes, formatCount, formatInstant, plural } from '@/components/ui/format.ts'
import { SectionTitle } from '@/components/ui/section.tsx'
import { useTelling } from '@/components/ui/use-telling.ts'
import type { ServedLogView } from '@/lib/memory/served-log.ts'
import type { ActionResult } from '@/lib/memory/views/curation.ts'
import { WithholdingForm } from './withholding-form.tsx'

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
    <section className="grid gap-5 border-hairline border-t px-6 py-5 max-md:px-4">
      {rule && <RuleForm key={`${rule.projectId}:${rule.floor}:${rule.onlyWhatFits}`} rule={rule} />}
      {rule && (
        <WithholdingForm
          key={rule.projectId}
          {...{ projectId: rule.projectId, name: rule.name, share: rule.withheldShare }}
        />
      )}
      <RetentionForm key={`${log.days}:${log.most}`} log={log} />
    </section>
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
      <SectionTitle
        title={`What is injected in ${name}`}
        note="a request's own floor and onlyWhatFits go before it"
      />
      <div className="flex flex-wrap items-end gap-x-5 gap-y-2">
        <Field label="Minimum score" hint="empty: off" className="w-40">
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
      <p className="text-ink-3 text-small">
        Both off: the best is injected whatever it scores, as in the paper.
      </p>
    </form>
  )
}

function RetentionForm({ log: { days, most, count, since, bytes, droppedCount } }: { log: ServedLogView }) {
  const { keepServed } = useCommands()
  const send = useSend()
  return (
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
      <SectionTitle title="Log of what programs were told" note="of all projects" />
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
        <Field label="At most" hint="answers" className="w-40">
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
      <p className="text-ink-3 text-small">
        The oldest go first; what a person saved stays. Served, Last used and Followed by failure count what
        is kept.
      </p>
    </form>
  )
}
