'use client'

import type { VersionView } from '@/components/curate/prepare-versions.ts'
import { WordDiff } from '@/components/curate/word-diff.tsx'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { CategoryMark } from '@/components/marks/category-mark.tsx'
import { InjectedText } from '@/components/marks/injected-text.tsx'
import { CopyButton } from '@/components/ui/copy-button.tsx'
import { formatCount, formatInstant, formatScore, plural } from '@/components/ui/format.ts'
import { Link } from '@/components/ui/link.tsx'
import { SectionTitle } from '@/components/ui/section.tsx'
import { Term } from '@/components/ui/term.tsx'
import type { Neighbour } from '@/lib/memory/views/entries.ts'
import { useEntryState } from './entry-state.tsx'

/** Below the panes: what an agent would read, who is near on both sides of the wall, how it came to be. */
export function EntryUnder() {
  return (
    <div className="grid flex-1 grid-cols-3 border-strong border-t max-lg:grid-cols-2 max-md:grid-cols-1">
      <section className={CELL}>
        <Injected />
      </section>
      <section className={CELL}>
        <Neighbours />
      </section>
      <section className={CELL}>
        <Versions />
      </section>
    </div>
  )
}

const CELL =
  'min-w-0 px-6 pt-4 pb-7 max-md:border-hairline max-md:border-t max-md:px-4 md:border-hairline md:border-l md:first:border-l-0'

function Injected() {
  const { injected, injectedTokens } = useEntryState().detail
  return (
    <>
      <SectionTitle
        title="Injected"
        note={`${plural(injectedTokens, 'token')}, counted as characters / 4`}
        end={
          <CopyButton
            variant="quiet"
            className="-my-1 -mr-2"
            text={() => injected}
            label="Copy"
            done="Copied"
          />
        }
      />
      <p className="mt-2 whitespace-pre-wrap rounded-control bg-surface-2 px-3 py-2.5 font-mono text-ink-2 text-small leading-[18px] [overflow-wrap:anywhere]">
        <InjectedText text={injected} />
      </p>
    </>
  )
}

function Neighbours() {
  const { inside, outside } = useEntryState().detail.neighbours
  return (
    <>
      <SectionTitle title="Neighbours" note={<Term of="cosine">how alike the descriptions are</Term>} />
      <ol className="mt-1.5 text-small">
        {inside.map((neighbour) => (
          <NeighbourRow key={neighbour.entryId + neighbour.objective} neighbour={neighbour} />
        ))}
        {inside.length === 0 && <li className="py-1.5 text-ink-3">None in this category.</li>}
        <li className="flex h-7 items-end border-ink border-b-[1.5px] pb-1 text-ink-3">
          <span>
            <Term of="wall">other categories</Term>: never served together with these
          </span>
        </li>
        {outside.map((neighbour) => (
          <NeighbourRow key={neighbour.entryId + neighbour.objective} neighbour={neighbour} />
        ))}
        {outside.length === 0 && <li className="py-1.5 text-ink-3">None in another.</li>}
      </ol>
    </>
  )
}

function NeighbourRow({ neighbour }: { neighbour: Neighbour }) {
  const href = useProjectHref()
  return (
    <li className="border-hairline border-b">
      <Link
        href={href(`/memories/${neighbour.entryId}`)}
        title={neighbour.repo ? `${neighbour.objective} (${neighbour.repo})` : neighbour.objective}
        className="grid h-7 grid-cols-[28px_minmax(0,1fr)_68px] items-center hover:bg-hover max-md:h-11"
      >
        <CategoryMark category={neighbour.category} show="letter" />
        <span className="truncate">{neighbour.objective}</span>
        <span className="num">{formatScore(neighbour.score)}</span>
      </Link>
    </li>
  )
}

function Versions() {
  const { versions } = useEntryState()
  return (
    <>
      <SectionTitle title="Versions" note={formatCount(versions.length)} />
      <ol className="mt-2 grid gap-2.5 text-small leading-[18px]">
        {versions.map((version) => (
          <li key={version.revision} className="grid grid-cols-[56px_minmax(0,1fr)] gap-x-2">
            <span className="font-mono text-ink-3">r{formatCount(version.revision)}</span>
            <div className="min-w-0">
              <VersionChanges version={version} />
              <p className="text-ink-3">
                {version.verb} by {version.by}, {formatInstant(version.at)}
                {version.reason && `, “${version.reason}”`}
              </p>
            </div>
          </li>
        ))}
      </ol>
    </>
  )
}

function VersionChanges({ version: { changes, verb } }: { version: VersionView }) {
  const { episodeId } = useEntryState().entry
  const href = useProjectHref()
  if (changes === null)
    return (
      <p>
        made
        {episodeId && (
          <>
            {' from '}
            <Link href={href(`/episodes/${episodeId}`)} className="link">
              its episode
            </Link>
          </>
        )}
      </p>
    )
  if (changes.length === 0) return <p>{verb}, nothing in it changed</p>
  return changes.map(({ field, pieces }) => (
    <p key={field} className="[overflow-wrap:anywhere]">
      <span className="text-ink-3">{field}</span> <WordDiff pieces={pieces} />
    </p>
  ))
}
