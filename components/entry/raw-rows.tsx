'use client'

import clsx from 'clsx'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { AnsiText } from '@/components/ui/ansi/ansi-text.tsx'
import { plural } from '@/components/ui/format.ts'
import { Link } from '@/components/ui/link.tsx'
import { useEntryState } from './entry-state.tsx'
import type { AlignedPart } from './prepare-alignment.ts'
import type { Block, Piece, RawText as RawTextView } from './prepare-excerpt.ts'

/** Texts of the run, each with its step. */
export function RawRows({ texts }: { texts: RawTextView[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: texts of a step or a part have an order and nothing else.
  return texts.map((raw, k) => <RawRow key={k} raw={raw} />)
}

function RawRow({ raw }: { raw: RawTextView }) {
  const { episodeId } = useEntryState().entry
  const href = useProjectHref()
  const stepHref = episodeId ? href(`/episodes/${episodeId}`, { step: raw.step }) : null
  return (
    <div className="grid grid-cols-[72px_minmax(0,1fr)] gap-2 [&+&]:mt-2 max-md:grid-cols-[minmax(0,1fr)] max-md:gap-0.5">
      <p className="font-mono text-ink-3 text-micro leading-5 max-md:flex max-md:items-center max-md:gap-2">
        {stepHref ? (
          <Link href={stepHref} className="link block w-fit text-ink-2 max-md:py-3">
            step {raw.step}
          </Link>
        ) : (
          <span className="block">step {raw.step}</span>
        )}
        <span className="block">{raw.kind}</span>
        {raw.exitCode !== null && raw.exitCode !== 0 && (
          <span className="block text-danger">exit {raw.exitCode}</span>
        )}
      </p>
      <RawText raw={raw} moreHref={stepHref} />
    </div>
  )
}

/** Cited steps of a run whose entry was merged into this one: named and linked, their text stands there. */
export function Elsewhere({ episodeId, steps }: AlignedPart['elsewhere'][number]) {
  const href = useProjectHref()
  return (
    <p className="py-0.5 text-ink-3 text-small">
      from a merged entry:{' '}
      {steps.map((step, k) => (
        <span key={step}>
          {k > 0 && ', '}
          <Link className="link" href={href(`/episodes/${episodeId}`, { step })}>
            step {step}
          </Link>
        </span>
      ))}{' '}
      of another run
    </p>
  )
}

/** Why nothing stands beside a part. */
export function NoEvidence({
  byHand,
  isFirst,
  isNote,
}: {
  byHand: boolean
  isFirst: boolean
  isNote: boolean
}) {
  if (byHand && !isFirst) return null
  return (
    <p className="hatch-wide flex min-h-10 items-center px-3 text-ink-3 text-small">
      <span className="bg-surface px-1.5 py-0.5">
        {byHand
          ? `${isNote ? 'From a note' : 'Written by hand'}: there are no steps to rest on.`
          : 'No step cited: the extractor named no place for this part.'}
      </span>
    </p>
  )
}

/** Raw text of a step: cited words in ink, what abstraction took out struck and typed, secrets as dots. */
function RawText({ raw, moreHref }: { raw: RawTextView; moreHref: string | null }) {
  return (
    <div
      className={clsx(
        'min-w-0 whitespace-pre-wrap text-ink-2 [overflow-wrap:anywhere]',
        raw.kind === 'thought' ? 'text-body leading-[21px]' : 'font-mono text-small leading-5',
      )}
    >
      {raw.kind === 'command' && raw.blocks[0] && 'pieces' in raw.blocks[0] && (
        <span aria-hidden="true" className="text-ink-3">
          ${' '}
        </span>
      )}
      {raw.blocks.map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks of a text have an order and nothing else.
        <BlockText key={at} block={block} moreHref={moreHref} />
      ))}
    </div>
  )
}

function BlockText({ block, moreHref }: { block: Block; moreHref: string | null }) {
  if ('foldedLines' in block) {
    const text = `… ${plural(block.foldedLines, 'line')} …`
    return (
      <span className="block font-mono text-ink-3 text-micro">
        {moreHref ? (
          <a href={moreHref} className="link max-md:inline-block max-md:py-3.5">
            {text}
          </a>
        ) : (
          text
        )}
      </span>
    )
  }
  // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text have an order and nothing else.
  return block.pieces.map((piece, at) => <PieceText key={at} piece={piece} />)
}

function PieceText({ piece }: { piece: Piece }) {
  if (piece.isSecret)
    return (
      <>
        <span className="cut-secret">{piece.text}</span>
        <span className="cut-tag">secret</span>
      </>
    )
  return (
    <span className={piece.cited ? 'text-ink' : undefined}>
      <AnsiText text={piece.text} />
    </span>
  )
}
