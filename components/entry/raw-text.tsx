import clsx from 'clsx'
import { AnsiText } from '@/components/ui/ansi/ansi-text.tsx'
import { plural } from '@/components/ui/format.ts'
import type { Block, Piece, RawText as RawTextView } from './prepare-excerpt.ts'

/** Raw text of a step: cited words in ink, what abstraction took out struck and typed, secrets as dots. */
export function RawText({ raw, moreHref }: { raw: RawTextView; moreHref?: string | null }) {
  let at = 0
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
      {raw.blocks.map((block) => {
        at += 1
        return <BlockText key={at} block={block} moreHref={moreHref ?? null} />
      })}
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
  let at = 0
  return block.pieces.map((piece) => {
    at += 1
    return <PieceText key={at} piece={piece} />
  })
}

function PieceText({ piece }: { piece: Piece }) {
  if (piece.removed === 'secret') {
    return (
      <>
        <span className="cut-secret">{piece.text}</span>
        <span className="cut-tag" style={{ color: 'var(--danger)', borderColor: 'var(--danger)' }}>
          secret
        </span>
      </>
    )
  }
  if (piece.removed) {
    return (
      <>
        <del className="cut bg-transparent p-0">{piece.text}</del>
        <span className="cut-tag">{piece.removed}</span>
      </>
    )
  }
  return (
    <span className={piece.cited ? 'text-ink' : undefined}>
      <AnsiText text={piece.text} />
    </span>
  )
}
