'use client'

import { useRouter } from 'next/navigation'
import type { FormEvent } from 'react'
import { Button } from '@/components/ui/button.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { Field, TextArea, TextInput } from '@/components/ui/field.tsx'
import { Section } from '@/components/ui/section.tsx'
import { useToast } from '@/components/ui/toast.tsx'
import { useTelling } from '@/components/ui/use-telling.ts'
import { planTitle } from '@/lib/memory/experiments/plan.ts'
import { planWords, termsWords } from '@/lib/memory/experiments/plan-words.ts'
import type { PlanOutcome } from '@/lib/memory/experiments/report.ts'
import { VANILLA } from '@/lib/memory/experiments/run.ts'

/** What was decided before the results, what came of it, and a place to decide the next. */
export function PlansSection({ plans }: { plans: PlanOutcome[] }) {
  const send = usePlanCommands()
  return (
    <Section id="plans" title="Plans" note="a plan decides when it was frozen before both sides had results">
      {plans.length === 0 && <p className="mt-2 text-ink-2">Exploratory: no pre-registered plan.</p>}
      <ul className="mt-2 grid gap-3" data-testid="plans">
        {plans.map((outcome) => (
          <li key={outcome.plan.id} className="max-w-[90ch] border-strong border-l-2 pl-3">
            <p className="font-medium">{planTitle(outcome.plan)}</p>
            <p>{planWords(outcome)}</p>
            <p className="text-ink-3 text-small">
              {termsWords(outcome.plan)} By {outcome.plan.by}, SHA-256{' '}
              <code className="font-mono" title={outcome.plan.hash}>
                {outcome.plan.hash.slice(0, 12)}
              </code>
              .
            </p>
            {(outcome.plan.standing === 'note' || outcome.state === 'waiting') && (
              <Button variant="quiet" onClick={() => void send.withdraw(outcome.plan.id)}>
                Take back
              </Button>
            )}
          </li>
        ))}
      </ul>
      <details className="mt-3 print:hidden">
        <summary className="link w-fit max-md:py-3.5">Freeze a plan</summary>
        <PlanForm {...send} />
      </details>
    </Section>
  )
}

type Terms = Parameters<ReturnType<typeof useCommands>['planComparison']>[0]

/** Writes, takes back and puts back plans, and says what came of it. */
function usePlanCommands() {
  const commands = useCommands()
  const router = useRouter()
  const toast = useToast()
  const { tell, isBusy } = useTelling()
  const withdraw = async (id: string) => {
    const answer = await tell(commands.withdrawPlan({ id }))
    if (!answer.ok) return
    router.refresh()
    const restore = () => void commands.restorePlan({ id }).then(() => router.refresh())
    toast.show({ text: 'Plan taken back', undo: { name: `plan ${id}`, run: restore } })
  }
  const plan = async (terms: Terms): Promise<boolean> => {
    const answer = await tell(commands.planComparison(terms))
    if (!answer.ok) return false
    router.refresh()
    const { id, standing } = answer.value
    const text =
      standing === 'plan' ? 'Plan frozen' : 'Kept as a note: results of both sides were there already'
    toast.show({ text, undo: { name: `plan ${id}`, run: () => void withdraw(id) } })
    return true
  }
  return { plan, withdraw, isBusy }
}

function PlanForm({ plan, isBusy }: ReturnType<typeof usePlanCommands>) {
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    if (await plan(termsOf(new FormData(form)))) form.reset()
  }
  return (
    <form className="mt-2 grid max-w-[900px] gap-3" onSubmit={(event) => void submit(event)}>
      <div className="grid grid-cols-5 gap-3 max-lg:grid-cols-2 max-md:grid-cols-[minmax(0,1fr)]">
        <Named name="arm" label="Arm" hint="as its runs name it" required />
        <Named name="base" label="Against" required value={VANILLA} />
        <Named name="backbone" label="Model" hint="empty: not reported" />
        <Named name="scaffold" label="Agent" />
        <Named name="version" label="Version" />
        <Counted name="instances" label="Instances" value="" />
        <Counted name="runs" label="Runs of each side" value={1} />
        <Counted name="alpha" label="Alpha" value={0.05} step={0.001} />
      </div>
      <Field label="Stop rule" hint="when the runs end, whatever they show">
        <TextArea name="stopRule" required maxLength={2_000} />
      </Field>
      <p className="max-w-[76ch] text-ink-3 text-small">
        Compared: share of instances resolved, over the first runs of each side, paired by instance. A plan
        can be taken back until results come in, never changed.
      </p>
      <Button type="submit" variant="solid" className="w-fit" disabled={isBusy}>
        Freeze
      </Button>
    </form>
  )
}

function termsOf(fields: FormData): Terms {
  const text = (name: string) => String(fields.get(name) ?? '').trim()
  return {
    arm: text('arm'),
    base: text('base'),
    backbone: text('backbone'),
    scaffold: text('scaffold'),
    version: text('version'),
    instances: Number(text('instances')),
    runs: Number(text('runs')),
    alpha: Number(text('alpha')),
    stopRule: text('stopRule'),
  }
}

type NamedProps = { name: string; label: string; hint?: string; required?: boolean; value?: string }

function Named({ name, label, hint = '', required = false, value = '' }: NamedProps) {
  return (
    <Field label={label} hint={hint}>
      <TextInput name={name} required={required} defaultValue={value} maxLength={120} />
    </Field>
  )
}

type CountedProps = { name: string; label: string; value: number | ''; step?: number }

function Counted({ name, label, value, step = 1 }: CountedProps) {
  return (
    <Field label={label}>
      <TextInput
        {...{ name, step, required: true, type: 'number', defaultValue: value }}
        min={step}
        className="text-right font-mono"
      />
    </Field>
  )
}
