import { armWords } from '@/components/marks/arm-words.ts'
import { Fact } from '@/components/ui/fact.tsx'
import { primaryPlace } from '@/lib/memory/workbench/primary-place.ts'
import type { WorkbenchPlan } from '@/lib/memory/workbench/workbench.ts'

/** The frozen plan, word for word what the run does. */
export function PlanList({ plan, commit }: { plan: WorkbenchPlan; commit: string | null }) {
  const { a, b, size } = plan.primary
  const { budgets } = plan
  const rows: [string, string][] = [
    [
      'primary',
      `${armWords(a)} against ${armWords(b)} at ${size}${budgets.length > 1 ? `, budget ${primaryPlace(plan).budget}` : ''}`,
    ],
    ['stops at', `${plan.tasks} tasks, ${plan.draws} draws, nothing is decided in between`],
    ['world', `${plan.world}, ${plan.worldHash.slice(0, 12)}`],
    ['arms', plan.arms.map(armWords).join('; ')],
    ['sizes', plan.sizes.join(', ')],
    ['budget', `${plan.budgets.join(', ')} steps`],
    ['wrong', plan.mispredictions.join(', ')],
    ['made with', `${plan.agent}, ${plan.extractor}, ${plan.embedder}`],
    ['seed', `${plan.seed}${commit ? `, commit ${commit.slice(0, 10)}` : ''}`],
  ]
  return (
    <dl className="mt-2 grid grid-cols-[80px_1fr] gap-y-1">
      {rows.map(([name, words]) => (
        <Fact key={name} name={name}>
          {words}
        </Fact>
      ))}
    </dl>
  )
}
