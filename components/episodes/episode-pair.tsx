'use client'

import { useRouter } from 'next/navigation'
import { projectHref } from '@/components/frame/project-href.ts'
import { Screen } from '@/components/frame/screen.tsx'
import { OutcomeWord } from '@/components/marks/outcome-word.tsx'
import { plural } from '@/components/ui/format.ts'
import { Link } from '@/components/ui/link.tsx'
import { Section } from '@/components/ui/section.tsx'
import type { EpisodeDetail } from '@/lib/memory/views/episodes.ts'
import { LanesChart } from './lanes-chart.tsx'

/** Two episodes side by side: their lanes, and at each block the way into the reader. */
export function EpisodePair({ base, variant }: { base: EpisodeDetail; variant: EpisodeDetail }) {
  const { instanceId } = base.episode
  const isOne = instanceId === variant.episode.instanceId
  const ended = ({ episode }: EpisodeDetail) => episode.outcome ?? 'unknown'
  return (
    <Screen
      crumbs={[{ label: 'Experiments', path: '/audit/results' }, { label: 'Two episodes' }]}
      question="Where did these two part?"
      verdict={`${isOne ? instanceId : `${instanceId} and ${variant.episode.instanceId}`}: ${ended(base)} in ${plural(base.episode.stepCount, 'step')}, ${ended(variant)} in ${plural(variant.episode.stepCount, 'step')}.`}
      basis={
        <span>
          episodes of this instance that ended as the two runs did; a result file names no episode, so that
          another attempt with the same end may be meant
        </span>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] divide-hairline max-lg:divide-y lg:grid-cols-2 lg:divide-x">
        <Side title="Base" detail={base} />
        <Side title="Variant" detail={variant} />
      </div>
    </Screen>
  )
}

function Side({ title, detail }: { title: string; detail: EpisodeDetail }) {
  const router = useRouter()
  const { episode, subtasks } = detail
  const href = (step?: number) => projectHref(`/episodes/${episode.id}`, episode.projectName, { step })
  return (
    <Section
      id={title.toLowerCase()}
      title={title}
      note={`${episode.agent}${episode.backbone ? `, ${episode.backbone}` : ''}, project ${episode.projectName}`}
      end={
        <Link href={href()} className="link">
          Read it
        </Link>
      }
    >
      <p className="mt-2">
        <OutcomeWord outcome={episode.outcome} said={episode.outcomeSource} source="imported" chip={false} />
      </p>
      <div className="mt-3">
        <LanesChart episode={detail} step={1} onStep={(step) => router.push(href(step))} />
      </div>
      <ol className="mt-3">
        {subtasks.map(({ id, fromStep, category, objective }) => (
          <li key={id} className="border-hairline border-b">
            <Link href={href(fromStep)} className="link flex min-h-8 items-center gap-2 max-md:min-h-11">
              <span className="flex-none text-ink-3 text-small">
                {category} from step {fromStep}
              </span>
              <span className="min-w-0 truncate">{objective}</span>
            </Link>
          </li>
        ))}
      </ol>
    </Section>
  )
}
