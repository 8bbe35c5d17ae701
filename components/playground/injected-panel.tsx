'use client'

import clsx from 'clsx'
import { EntrySource } from '@/components/entries/entry-source.tsx'
import { InjectedText } from '@/components/marks/injected-text.tsx'
import { SourceChip } from '@/components/marks/source-chip.tsx'
import { Button, LinkButton } from '@/components/ui/button.tsx'
import { CopyButton } from '@/components/ui/copy-button.tsx'
import { formatCount, formatDay, plural } from '@/components/ui/format.ts'
import { Link } from '@/components/ui/link.tsx'
import { ScrollRegion } from '@/components/ui/scroll-region.tsx'
import { SectionTitle } from '@/components/ui/section.tsx'
import type { Provenance as Facts, Hit } from '@/lib/memory/retrieval.ts'
import { makerWords } from '@/lib/memory/text/words.ts'
import { useShownAnswer } from './playground-state.tsx'
import { flagsWords } from './prepare-headline.ts'

/** Letters of a message that a room can read at full size. */
const SHORT = 900

/** Right column: the message exactly as an agent would get it, and where it comes from. */
export function InjectedPanel() {
  const { data, isPresenting } = useShownAnswer()
  const { answer, provenance } = data
  const winner = answer.hits[0]
  return (
    <>
      {answer.injected === null ? (
        <>
          <SectionTitle title="Injected" note="nothing" />
          <p className="-mt-3 max-w-[42ch] text-pretty text-ink-2">
            <WhyNothing />
          </p>
        </>
      ) : (
        <>
          <InjectedTitle injected={answer.injected} />
          <Message injected={answer.injected} />
          {!isPresenting && <AlsoNear hits={answer.hits} />}
          {answer.verdict.word === 'nothing-fits' && (
            <p className="-mt-2 max-w-[46ch] text-pretty text-small text-warning">
              It likely does not help. The paper injects it all the same; the settings can hold back what does
              not fit.
            </p>
          )}
          {winner && provenance && !isPresenting && (
            <Provenance entryId={winner.entryId} facts={provenance} />
          )}
        </>
      )}
      <div className="flex flex-wrap gap-2">{!isPresenting && <AnswerActions />}</div>
    </>
  )
}

/** Situations of the next two, as an agent that asks for its stage is told them. */
function AlsoNear({ hits }: { hits: readonly Hit[] }) {
  const next = hits.slice(1, 3)
  if (next.length === 0) return null
  return (
    <section aria-label="Also near" className="text-small">
      <p className="text-ink-3">Also near:</p>
      <ul>
        {next.map(({ entryId, experience, objective }) => (
          <li key={entryId} className="text-pretty text-ink-2">
            {experience.when || objective}
          </li>
        ))}
      </ul>
    </section>
  )
}

function WhyNothing() {
  const { abstained, hits } = useShownAnswer().data.answer
  const title = hits[0]?.experience.title ?? ''
  if (abstained === 'floor')
    return `The best is below the minimum score, so the agent goes on without memory. Without a minimum it would be told: “${title}”.`
  if (abstained === 'unfit')
    return `Only what fits is injected here, so the agent goes on without memory. The paper injects the best all the same: “${title}”.`
  return 'The agent works without memory, exactly as it would without Loupe.'
}

function InjectedTitle({ injected }: { injected: string }) {
  const { data, isPresenting } = useShownAnswer()
  return (
    <SectionTitle
      title="Injected"
      note={
        <span title="Counted as characters / 4; the backbone's own tokenizer is not here">
          exactly this, {plural(data.answer.injectedTokens ?? 0, 'token')}
        </span>
      }
      end={
        !isPresenting && (
          <CopyButton
            variant="quiet"
            className="-my-1 -mr-2"
            text={() => injected}
            label="Copy"
            done="Copied"
          />
        )
      }
    />
  )
}

function Message({ injected }: { injected: string }) {
  const { isPresenting } = useShownAnswer()
  return (
    <ScrollRegion
      label="The message, exactly"
      className={clsx(
        'overflow-y-auto rounded-control border border-hairline bg-surface-2',
        isPresenting ? 'px-[0.8em] py-[0.6em]' : '-mt-2 max-h-[640px] px-3.5 py-3',
      )}
    >
      <pre
        className={clsx(
          'whitespace-pre-wrap font-mono [overflow-wrap:anywhere]',
          isPresenting && injected.length < SHORT ? 'text-[0.9em] leading-[1.4]' : 'text-small leading-[1.5]',
        )}
      >
        <InjectedText text={injected} />
      </pre>
    </ScrollRegion>
  )
}

function AnswerActions() {
  const { compareHref, data, pin, saving, url } = useShownAnswer()
  const { save, isSaving, isSaved } = saving
  return (
    <>
      <Button
        variant="solid"
        keys="S"
        onClick={save}
        disabled={isSaving || isSaved}
        className="max-md:flex-1"
      >
        {isSaved ? 'Saved' : 'Save'}
      </Button>
      {data.answer.hits.length > 0 && (
        <Button keys="P" onClick={pin} aria-pressed={url.pin !== null} className="max-md:flex-1">
          {url.pin === null ? 'Pin' : 'Unpin'}
        </Button>
      )}
      {compareHref && (
        <LinkButton keys="C" href={compareHref} className="max-md:flex-1">
          Compare
        </LinkButton>
      )}
    </>
  )
}

const LINK = 'link max-md:inline-block max-md:py-3.5'

/** Where the winner's entry comes from, as far as it is known, and what stands against it. */
function Provenance({ entryId, facts }: { entryId: string; facts: Facts }) {
  const { current, href } = useShownAnswer()
  const { outcome, editCount, servedCount } = facts
  const flags = flagsWords(facts)
  return (
    <dl className="grid grid-cols-[6.4em_minmax(0,1fr)] gap-x-2 gap-y-1.5 text-small leading-[1.5] [&>dt]:text-ink-3">
      <dt>From</dt>
      <dd>
        <EntrySource entry={facts} className={`${LINK} [overflow-wrap:anywhere]`} />
      </dd>
      <dt>Outcome</dt>
      <dd className="flex flex-wrap items-center gap-1.5">
        {outcome ?? <span className="text-ink-3">unknown, no source said so</span>}
        {outcome && <SourceChip source={current?.source === 'written' ? 'written' : 'imported'} />}
      </dd>
      <dt>Made by</dt>
      <dd>
        {makerWords(facts.extractor)}
        {editCount > 0 && `, edited ${timesWords(editCount)}, last by ${facts.lastEditedBy}`}
      </dd>
      <dt>Made</dt>
      <dd>{formatDay(facts.createdAt)}</dd>
      <dt>Served</dt>
      <dd>{servedCount === 0 ? <span className="text-ink-3">never yet</span> : timesWords(servedCount)}</dd>
      {flags && (
        <>
          <dt>Against it</dt>
          <dd className="text-warning">
            {flags},{' '}
            <Link href={href(`/memories/${entryId}`)} className={LINK}>
              see entry
            </Link>
          </dd>
        </>
      )}
    </dl>
  )
}

function timesWords(count: number): string {
  return count === 1 ? 'once' : `${formatCount(count)} times`
}
