'use client'

import { ReviewerName, useReviewer } from '@/components/curate/reviewer.tsx'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { CategoryMark } from '@/components/marks/category-mark.tsx'
import { Button } from '@/components/ui/button.tsx'
import { plural, stepsWords } from '@/components/ui/format.ts'
import { useHotkeys } from '@/components/ui/hotkeys.tsx'
import { Link } from '@/components/ui/link.tsx'
import { ScrollRegion } from '@/components/ui/scroll-region.tsx'
import { Section } from '@/components/ui/section.tsx'
import { ErrorState, Progress } from '@/components/ui/states.tsx'
import { STAGES } from '@/lib/memory/category.ts'
import { ENOUGH_LABELS, type LabelCard } from '@/lib/memory/labelling.ts'
import { useLabelling } from './use-labelling.ts'

const MEANINGS = ['finds out', 'shows the fault', 'changes the code', 'checks the change', 'none of these']

/** One stretch of a run at a time, five keys; what rules called it is not shown. */
export function LabelPanel({ projectId }: { projectId: string }) {
  const [by, setBy] = useReviewer()
  const state = useLabelling(projectId, by)
  const { card, counts, fault, hasLabelled, isRead, label, pace, takeBack } = state
  useHotkeys([
    ...STAGES.map((category, i) => ({
      keys: String(i + 1),
      label: `Label ${category}`,
      run: () => void label(category),
      when: card !== null,
    })),
    { keys: 'Backspace', label: 'Take the last label back', run: () => void takeBack(), when: hasLabelled },
  ])
  const goal = Math.min(ENOUGH_LABELS, counts.total)
  return (
    <Section
      id="label"
      title="Label by keyboard"
      note="drawn by chance, so that whatever you label is a sample; what rules called it is not shown"
      end={<ReviewerName name={by} onName={setBy} />}
    >
      {by && isRead && (
        <>
          <div className="mt-3 flex max-w-[1080px] flex-wrap items-center gap-x-4 gap-y-1">
            <div className="min-w-40 flex-1">
              <Progress
                done={Math.min(counts.done, goal)}
                total={Math.max(1, goal)}
                label="Subtasks labelled"
              />
            </div>
            <span className="num text-ink-2 text-small" data-testid="labelled-count">
              {counts.done} of {goal}, {counts.total} in all
            </span>
            {pace !== null && <span className="text-ink-3 text-small">{pace.toFixed(1)} s each</span>}
          </div>
          {card ? (
            <Card key={card.subtaskId} card={card} />
          ) : (
            <p className="mt-3 text-ink-3">Nothing is left to label here.</p>
          )}
          <Answers {...state} />
        </>
      )}
      {fault && <ErrorState what={fault.message} next={fault.hint} className="px-0" />}
    </Section>
  )
}

/** The five answers, and what takes the last one back. */
function Answers({ card, hasLabelled, label, takeBack }: ReturnType<typeof useLabelling>) {
  return (
    <fieldset className="mt-3 flex flex-wrap gap-2 border-hairline border-t pt-3">
      <legend className="sr-only">Category of these steps</legend>
      {STAGES.map((category, i) => (
        <Button
          key={category}
          keys={String(i + 1)}
          title={MEANINGS[i]}
          disabled={card === null}
          onClick={() => void label(category)}
        >
          <CategoryMark category={category} />
        </Button>
      ))}
      {hasLabelled && (
        <Button variant="quiet" keys="⌫" onClick={() => void takeBack()}>
          Take back
        </Button>
      )}
    </fieldset>
  )
}

function Card({ card }: { card: LabelCard }) {
  const href = useProjectHref()
  return (
    <article aria-label="Steps to label" className="mt-3 max-w-[1080px]">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-medium">{card.task}</span>
        <Link
          href={href(`/episodes/${card.episodeId}`, { step: card.fromStep })}
          className="link text-small max-md:inline-flex max-md:min-h-11 max-md:items-center"
        >
          {stepsWords(card.fromStep, card.toStep)}
        </Link>
      </p>
      <ScrollRegion label="The steps" className="mt-2 max-h-[46vh] overflow-y-auto">
        <ol>
          {card.steps.map(({ n, thought, action }) => (
            <li
              key={n}
              className="grid grid-cols-[32px_minmax(0,1fr)] gap-x-2 border-hairline border-t py-1.5"
            >
              <span className="num text-ink-3 text-small">{n}</span>
              <div className="min-w-0">
                {thought && <p className="line-clamp-3 text-pretty">{thought}</p>}
                {action && (
                  <pre className="mt-0.5 line-clamp-4 overflow-hidden whitespace-pre-wrap font-mono text-ink-2 text-small [overflow-wrap:anywhere]">
                    {action}
                  </pre>
                )}
              </div>
            </li>
          ))}
        </ol>
      </ScrollRegion>
      {card.more > 0 && <p className="mt-1 text-ink-3 text-small">and {plural(card.more, 'more step')}</p>}
    </article>
  )
}
