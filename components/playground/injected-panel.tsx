'use client'

import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { type ReactNode, useState } from 'react'
import { projectHref } from '@/components/frame/project-href.ts'
import { SourceChip } from '@/components/marks/source-chip.tsx'
import { InjectedText } from '@/components/retrieval/injected-text.tsx'
import { Button } from '@/components/ui/button.tsx'
import { formatCount, formatDay, formatScore, plural, stepsWords } from '@/components/ui/format.ts'
import { Link } from '@/components/ui/link.tsx'
import { SectionTitle } from '@/components/ui/section.tsx'
import { Skeleton } from '@/components/ui/states.tsx'
import { makerWords } from '@/lib/memory/excerpt.ts'
import type { RetrievalAnswer } from '@/lib/memory/retrieval.ts'
import type { Source } from '@/lib/memory/source.ts'
import type { EntryDetail } from '@/lib/memory/views.ts'

/** Letters of a message that a room can read at full size. */
const SHORT = 900

/** Right column: the message exactly as an agent would get it, and where it comes from. */
export function InjectedPanel({ answer, floor, project, source, isPresenting, actions }: InjectedPanelProps) {
  const [isCopied, setCopied] = useState(false)
  const winner = answer.hits[0]

  if (answer.injected === null) {
    return (
      <>
        <SectionTitle title="Injected" note="nothing" />
        <p className="-mt-3 max-w-[42ch] text-pretty text-ink-2">
          {answer.abstained === 'floor'
            ? `The best, ${formatScore(winner?.score ?? 0)}, is under the floor${floor === null ? '' : ` of ${formatScore(floor, 2)}`}, so the agent goes on without memory. With the floor off it would be told: “${winner?.experience.title ?? ''}”.`
            : answer.abstained === 'unfit'
              ? `Only what fits is injected here, so the agent goes on without memory. The paper injects the best all the same: “${winner?.experience.title ?? ''}”.`
              : 'The agent works without memory, exactly as it would without Loupe.'}
        </p>
        <div className="flex flex-wrap gap-2">{actions}</div>
      </>
    )
  }
  const injected = answer.injected
  return (
    <>
      <InjectedTitle
        answer={answer}
        injected={injected}
        setCopied={setCopied}
        isCopied={isCopied}
        isPresenting={isPresenting}
      />
      {/* A region that scrolls must be reachable by keyboard. */}
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: so that the arrow keys can scroll it.
        tabIndex={0}
        aria-label="The message, exactly"
        className={clsx(
          'overflow-y-auto rounded-control border border-hairline bg-surface-2',
          isPresenting ? 'px-[0.8em] py-[0.6em]' : '-mt-2 max-h-[460px] px-3.5 py-3',
        )}
      >
        <pre
          className={clsx(
            'whitespace-pre-wrap font-mono [overflow-wrap:anywhere]',
            isPresenting && injected.length < SHORT
              ? 'text-[0.9em] leading-[1.4]'
              : 'text-small leading-[1.5]',
          )}
        >
          <InjectedText text={injected} />
        </pre>
      </section>
      {answer.verdict.word === 'nothing-fits' && (
        <p className="-mt-2 max-w-[46ch] text-pretty text-small text-warning">
          Nothing shows that it fits. The paper injects it all the same; the settings can hold back what does
          not fit.
        </p>
      )}
      {winner && !isPresenting && <Provenance entryId={winner.entryId} project={project} source={source} />}
      <div className="flex flex-wrap gap-2">{actions}</div>
    </>
  )
}

type InjectedPanelProps = {
  answer: RetrievalAnswer
  floor: number | null
  project: string | null
  source: Source
  isPresenting: boolean
  actions?: ReactNode
}

function InjectedTitle({
  answer,
  injected,
  setCopied,
  isCopied,
  isPresenting,
}: Pick<InjectedPanelProps, 'answer' | 'isPresenting'> & {
  injected: string
  setCopied: (value: boolean) => void
  isCopied: boolean
}) {
  return (
    <SectionTitle
      title="Injected"
      note={
        <span title="Counted as characters / 4; the backbone's own tokenizer is not here">
          exactly this, {plural(answer.injectedTokens ?? 0, 'token')}
        </span>
      }
      end={
        !isPresenting && (
          <Button
            variant="quiet"
            className="-my-1 -mr-2"
            onClick={() => {
              void navigator.clipboard.writeText(injected).then(() => {
                setCopied(true)
                setTimeout(() => setCopied(false), 2_000)
              })
            }}
          >
            <span aria-live="polite">{isCopied ? 'Copied' : 'Copy'}</span>
          </Button>
        )
      }
    />
  )
}

function Provenance({
  entryId,
  project,
  source,
}: {
  entryId: string
  project: string | null
  source: Source
}) {
  const { data, error } = useQuery({
    queryKey: ['entry', entryId],
    queryFn: async (): Promise<EntryDetail> => {
      const response = await fetch(`/api/v1/entries/${encodeURIComponent(entryId)}`)
      if (!response.ok) throw new Error(`answered ${response.status}`)
      return response.json()
    },
    staleTime: 60_000,
  })
  if (error)
    return <p className="text-ink-3 text-small">Where it comes from could not be read: {error.message}.</p>
  if (!data) return <Skeleton lines={3} label="Loading where it comes from" />
  const { entry } = data
  const edits = data.versions.filter((version) => version.verb === 'edit')
  return (
    <dl className="grid grid-cols-[6.4em_minmax(0,1fr)] gap-x-2 gap-y-1.5 text-small leading-[1.5] [&>dt]:text-ink-3">
      <dt>From</dt>
      <dd>
        {entry.episodeId === null ? (
          'no source, added by hand'
        ) : (
          <>
            <Link
              href={projectHref(`/episodes/${entry.episodeId}`, project, { step: entry.fromStep })}
              className="link [overflow-wrap:anywhere] max-md:inline-block max-md:py-3.5"
            >
              {entry.instanceId ?? 'its episode'}
            </Link>
            {entry.fromStep !== null && `, ${stepsWords(entry.fromStep, entry.toStep)}`}
          </>
        )}
      </dd>
      <dt>Outcome</dt>
      <dd className="flex flex-wrap items-center gap-1.5">
        {data.outcome ?? <span className="text-ink-3">unknown, no source said so</span>}
        {data.outcome && <SourceChip source={source === 'written' ? 'written' : 'imported'} />}
      </dd>
      <dt>Made by</dt>
      <dd>
        {makerWords(entry.extractor)}
        {edits.length > 0 &&
          `, edited ${edits.length === 1 ? 'once' : `${edits.length} times`}, last by ${edits.at(-1)?.by}`}
      </dd>
      <dt>Made</dt>
      <dd>{formatDay(entry.createdAt)}</dd>
      <dt>Served</dt>
      <dd>
        {data.servedCount === 0 ? (
          <span className="text-ink-3">never yet</span>
        ) : (
          `${formatCount(data.servedCount)} ${data.servedCount === 1 ? 'time' : 'times'}`
        )}
      </dd>
      {entry.flags.length > 0 && (
        <>
          <dt>Flags</dt>
          <dd>
            {entry.flags.join(', ')},{' '}
            <Link
              href={projectHref(`/memories/${entry.id}`, project)}
              className="link max-md:inline-block max-md:py-3.5"
            >
              see entry
            </Link>
          </dd>
        </>
      )}
    </dl>
  )
}
