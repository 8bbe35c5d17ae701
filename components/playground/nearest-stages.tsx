'use client'

import { LinkButton } from '@/components/ui/button.tsx'
import { ReadErrorState } from '@/components/ui/faults/read-error.tsx'
import { formatScore, plural, stepsWords } from '@/components/ui/format.ts'
import { Link } from '@/components/ui/link.tsx'
import { SectionTitle } from '@/components/ui/section.tsx'
import { useAnswer } from '@/components/ui/use-answer.ts'
import { descriptionText } from '@/lib/memory/text/words.ts'
import { useShownAnswer } from './playground-state.tsx'

/** Where the category has no lesson: the stages of the runs that the question is about, as raw steps. Nothing where there is none. */
export function NearestStages() {
  const { current, data, href } = useShownAnswer()
  const { category, description } = data.answer.intent
  const request = current && { project: current.name, category, text: descriptionText(description) }
  const stages = useAnswer('nearestStages', request)
  if (stages.error) return <ReadErrorState error={stages.error} onRetry={stages.refetch} />
  if (!stages.data || stages.data.stageCount === 0) return null
  const { hits, stageCount } = stages.data
  return (
    <section aria-label="Stages without a lesson" className="grid justify-items-start gap-3">
      <SectionTitle
        title="Stages without a lesson"
        note={`${plural(stageCount, `${category} stage`)}, by words (BM25)`}
      />
      <p className="text-pretty text-ink-2">
        {hits.length === 0
          ? 'No stage shares a word with the question.'
          : 'Raw steps of earlier runs, nearest first. An agent is never given them.'}
      </p>
      <ol className="grid gap-2">
        {hits.map(({ subtaskId, episodeId, instanceId, fromStep, toStep, objective, score }) => (
          <li key={subtaskId} className="text-pretty">
            {objective}
            <span className="block text-ink-3 text-small [overflow-wrap:anywhere]">
              <Link href={href(`/episodes/${episodeId}`, { step: fromStep })} className="link">
                {instanceId}
              </Link>
              , {stepsWords(fromStep, toStep)}, BM25 {formatScore(score, 2)}
            </span>
          </li>
        ))}
      </ol>
      <LinkButton href={href('/import', { view: 'lessons' })}>Have a model write the lessons</LinkButton>
    </section>
  )
}
