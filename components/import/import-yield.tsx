import { projectHref } from '@/components/frame/project-href.ts'
import { LinkButton } from '@/components/ui/button.tsx'
import { ReadErrorState } from '@/components/ui/faults/read-error.tsx'
import { formatCount } from '@/components/ui/format.ts'
import { SectionTitle } from '@/components/ui/section.tsx'
import { useAnswer } from '@/components/ui/use-answer.ts'
import { modelOffer, yieldSentence } from './prepare-yield.ts'

/** How many stages of a project have a lesson, and what a model could make of the rest. */
export function ImportYield({ project }: { project: string }) {
  const { data, error, refetch } = useAnswer('projectYield', { project })
  if (error) return <ReadErrorState error={error} onRetry={refetch} />
  if (!data || data.stageCount === 0) return null
  return (
    <section aria-label="What was learned" className="grid justify-items-start gap-2">
      <SectionTitle title="What was learned" note={`all of ${project}`} />
      <p className="text-pretty">{yieldSentence(data)}</p>
      {data.reasons.length > 0 && (
        <ul aria-label="Why no lesson" className="grid gap-1 text-ink-2 text-small">
          {data.reasons.map(({ reason, count }) => (
            <li key={reason} className="text-pretty [overflow-wrap:anywhere]">
              {formatCount(count)}: {reason}
            </li>
          ))}
        </ul>
      )}
      <ModelOffer project={project} />
    </section>
  )
}

const WAYS = [
  ['openai', 'By a server'],
  ['command', 'By a command'],
  ['handover', 'Hand over'],
] as const

/** The ways to a model, with what they would take; nothing where a model has read all. */
function ModelOffer({ project }: { project: string }) {
  const { data, error, refetch } = useAnswer('estimateDistil', { project, with: 'handover' })
  if (error) return <ReadErrorState error={error} onRetry={refetch} />
  if (!data || data.runs === 0) return null
  return (
    <>
      <p className="text-pretty text-ink-2 text-small">
        A stage without a lesson is kept as raw steps and never served. A language model reads each run once
        and writes the lessons of its stages: {modelOffer(data)}.
      </p>
      <nav aria-label="Ways to a model" className="flex flex-wrap gap-2">
        {WAYS.map(([way, words]) => (
          <LinkButton key={way} href={projectHref('/import', project, { view: 'lessons', way })}>
            {words}
          </LinkButton>
        ))}
      </nav>
    </>
  )
}
