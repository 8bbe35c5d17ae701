'use client'

import type { VersionView } from '@/components/curate/prepare-versions.ts'
import { WordDiff } from '@/components/curate/word-diff.tsx'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { CategoryMark } from '@/components/marks/category-mark.tsx'
import { InjectedText } from '@/components/retrieval/injected-text.tsx'
import { formatCount, formatInstant, formatScore, plural } from '@/components/ui/format.ts'
import { Link } from '@/components/ui/link.tsx'
import { SectionTitle } from '@/components/ui/section.tsx'
import { useToast } from '@/components/ui/toast.tsx'
import type { EntryDetail, Neighbour } from '@/lib/memory/views.ts'

/** Below the panes: what an agent would read, who is near on both sides of the wall, how it came to be. */
export function EntryUnder({
  injected,
  injectedTokens,
  neighbours,
  versions,
  episodeId,
}: Pick<EntryDetail, 'injected' | 'injectedTokens' | 'neighbours'> & {
  versions: VersionView[]
  episodeId: string | null
}) {
  return (
    <div className="grid flex-1 grid-cols-3 border-strong border-t max-lg:grid-cols-2 max-md:grid-cols-1">
      <section className={CELL}>
        <Injected text={injected} tokens={injectedTokens} />
      </section>
      <section className={CELL}>
        <Neighbours {...neighbours} />
      </section>
      <section className={CELL}>
        <Versions versions={versions} episodeId={episodeId} />
      </section>
    </div>
  )
}

const CELL =
  'min-w-0 px-6 pt-4 pb-7 max-md:border-hairline max-md:border-t max-md:px-4 md:border-hairline md:border-l md:first:border-l-0'

function Injected({ text, tokens }: { text: string; tokens: number }) {
  const toast = useToast()
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    toast.show({ text: 'Copied.' })
  }
  return (
    <>
      <SectionTitle
        title="Injected"
        note={`${plural(tokens, 'token')}, counted as characters / 4`}
        end={
          <button type="button" className="link max-md:min-h-11 max-md:min-w-11" onClick={copy}>
            Copy
          </button>
        }
      />
      <p className="mt-2 whitespace-pre-wrap rounded-control bg-surface-2 px-3 py-2.5 font-mono text-ink-2 text-small leading-[18px] [overflow-wrap:anywhere]">
        <InjectedText text={text} />
      </p>
    </>
  )
}

function Neighbours({ inside, outside }: EntryDetail['neighbours']) {
  return (
    <>
      <SectionTitle title="Neighbours" note="cosine on d" />
      <ol className="mt-1.5 text-small">
        {inside.map((neighbour) => (
          <NeighbourRow key={neighbour.entryId + neighbour.objective} neighbour={neighbour} />
        ))}
        {inside.length === 0 && <li className="py-1.5 text-ink-3">None on this side of the wall.</li>}
        <li className="flex h-7 items-end border-ink border-b-[1.5px] pb-1 text-ink-3">
          the wall: never served together with these
        </li>
        {outside.map((neighbour) => (
          <NeighbourRow key={neighbour.entryId + neighbour.objective} neighbour={neighbour} />
        ))}
        {outside.length === 0 && <li className="py-1.5 text-ink-3">None on the other side.</li>}
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

function Versions({ versions, episodeId }: { versions: VersionView[]; episodeId: string | null }) {
  const href = useProjectHref()
  return (
    <>
      <SectionTitle title="Versions" note={formatCount(versions.length)} />
      <ol className="mt-2 grid gap-2.5 text-small leading-[18px]">
        {versions.map((version) => (
          <li key={version.revision} className="grid grid-cols-[56px_minmax(0,1fr)] gap-x-2">
            <span className="font-mono text-ink-3">r{formatCount(version.revision)}</span>
            <div className="min-w-0">
              {version.changes === null && (
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
              )}
              {version.changes?.map(({ field, pieces }) => (
                <p key={field} className="[overflow-wrap:anywhere]">
                  <span className="text-ink-3">{field}</span> <WordDiff pieces={pieces} />
                </p>
              ))}
              {version.changes?.length === 0 && <p>{version.verb}, nothing in it changed</p>}
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
