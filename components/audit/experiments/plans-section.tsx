'use client'

import { useRouter } from 'next/navigation'
import type { FormEvent } from 'react'
import { ActButton } from '@/components/ui/act-button.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { Section } from '@/components/ui/section.tsx'
import { useToast } from '@/components/ui/toast.tsx'
import { useTelling } from '@/components/ui/use-telling.ts'
import type { PlanOutcome } from '@/lib/memory/studies/outcomes/report.ts'
import { planTitle } from '@/lib/memory/studies/outcomes/run.ts'
import { planWords, termsWords } from '@/lib/memory/studies/outcomes/words.ts'
import type { FormField } from '@/lib/memory/studies/study.ts'
import { SmallField } from '../ordered/order-form.tsx'
import { orderOf } from '../ordered/prepare-order.ts'

/** What was decided before the results, what came of it, and a place to decide the next. */
export function PlansSection({
  plans,
  project,
  fields,
}: {
  plans: PlanOutcome[]
  project: string | null
  fields: FormField[]
}) {
  const send = usePlanCommands(project)
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
              <ActButton
                asks="withdrawPlan"
                variant="quiet"
                onClick={() => void send.withdraw(outcome.plan.id)}
              >
                Take back
              </ActButton>
            )}
          </li>
        ))}
      </ul>
      <details className="mt-3 print:hidden">
        <summary className="link w-fit max-md:py-3.5">Freeze a plan</summary>
        <PlanForm fields={fields} {...send} />
      </details>
    </Section>
  )
}

type Terms = Parameters<ReturnType<typeof useCommands>['planComparison']>[0]

function usePlanCommands(project: string | null) {
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
    const answer = await tell(commands.planComparison({ ...terms, project }))
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

function PlanForm({ fields, plan, isBusy }: { fields: FormField[] } & ReturnType<typeof usePlanCommands>) {
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const given = orderOf(fields, new FormData(form), {})
    if (await plan({ ...UNNAMED, ...given } as Terms)) form.reset()
  }
  return (
    <form className="mt-2 grid max-w-[900px] gap-3" onSubmit={(event) => void submit(event)}>
      <div className="grid grid-cols-5 gap-3 max-lg:grid-cols-2 max-md:grid-cols-[minmax(0,1fr)]">
        {fields.map((field) => (
          <SmallField key={field.name} field={field} />
        ))}
      </div>
      <p className="max-w-[76ch] text-ink-3 text-small">
        Compared: share of instances resolved, over the first runs of each side, paired by instance. A plan
        can be taken back until results come in, never changed.
      </p>
      <ActButton asks="planComparison" type="submit" variant="solid" className="w-fit" disabled={isBusy}>
        Freeze
      </ActButton>
    </form>
  )
}

/** What is left empty is not reported. */
const UNNAMED = { backbone: null, scaffold: null, version: null }
