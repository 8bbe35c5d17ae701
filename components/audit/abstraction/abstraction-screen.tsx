'use client'

import { useProjectHref } from '@/components/frame/shell.tsx'
import { SourceChip } from '@/components/marks/source-chip.tsx'
import { formatPercent, formatScore } from '@/components/ui/format.ts'
import { Hatch, known } from '@/components/ui/hatch.tsx'
import { Link } from '@/components/ui/link.tsx'
import { ScrollRegion } from '@/components/ui/scroll-region.tsx'
import { Section } from '@/components/ui/section.tsx'
import { CsvLink } from '@/components/ui/table/csv-link.tsx'
import { FigureTable } from '@/components/ui/table/figure-table.tsx'
import { Term } from '@/components/ui/term.tsx'
import {
  type AbstractionReport,
  type KeyScore,
  RAW,
  type ShownSpan,
} from '@/lib/memory/audit/abstraction-audit.ts'
import { AuditPage } from '../audit-page.tsx'
import { Note } from '../note.tsx'
import { PaperAblation } from '../paper/paper-ablation.tsx'
import { abstractionVerdict, keyTable, leakKinds, makerWords, payloadTable } from './abstraction-words.ts'

/** Is the lesson better than the log? As key and as payload, apart. */
export function AbstractionScreen({ report }: { report: AbstractionReport }) {
  const isByModel = report.makers.some(
    (maker) => maker !== RAW && !maker.startsWith('rules') && maker !== 'person',
  )
  return (
    <AuditPage
      room="raw-and-abstracted"
      verdict={abstractionVerdict(report)}
      basis={
        <>
          <SourceChip source="measured" />
          <SourceChip source="written" />
          <span>{report.spans} spans that a maker made something of</span>
          <span>{report.questions} labelled questions, category given</span>
          <span>
            compared by words (local-v1), whatever embedder the memory is in: it reads long logs to the end
          </span>
          {!isByModel && <span>no experience by a model in this memory yet</span>}
        </>
      }
    >
      <div className="divide-y divide-hairline">
        <Keys report={report} />
        <Payloads report={report} />
        <PaperAblation />
        <Worst report={report} />
      </div>
    </AuditPage>
  )
}

function Keys({ report }: { report: AbstractionReport }) {
  return (
    <Section
      id="key"
      title={
        <>
          As <Term of="key">key</Term>
        </>
      }
      note="description against raw text, to be found by: mean reciprocal rank in the labelled category, each maker over the spans it made something of; paired, clustered by instance, 10,000 draws"
      end={<CsvLink fileName="abstraction-key.csv" rows={keyTable(report)} />}
    >
      <KeyTable label="Mean reciprocal rank by maker of the key" keys={report.keys} />
      {report.shared[0] && (
        <>
          <p className="mt-4 text-ink-3 text-small">
            Over the {report.shared[0].spans} spans that all of them made something of:
          </p>
          <KeyTable label="Mean reciprocal rank over the shared spans" keys={report.shared} />
        </>
      )}
    </Section>
  )
}

function KeyTable({ label, keys }: { label: string; keys: readonly KeyScore[] }) {
  const score = (value: number | null) => known(value, (one) => formatScore(one, 3))
  return (
    <FigureTable
      label={label}
      first="key"
      heads={['spans', 'MRR', 'raw steps', 'less raw steps', '95 % interval', 'winners changed']}
      rows={keys.map(({ maker, spans, mrr, rawMrr, overRaw, winnersChanged }) => ({
        name: makerWords(maker),
        cells: [
          spans,
          score(mrr),
          score(rawMrr),
          overRaw ? formatScore(overRaw.difference, 3) : '',
          overRaw ? `${formatScore(overRaw.low, 3)} to ${formatScore(overRaw.high, 3)}` : '',
          winnersChanged === null ? '' : formatPercent(winnersChanged),
        ],
      }))}
    />
  )
}

function Payloads({ report }: { report: AbstractionReport }) {
  const kinds = leakKinds(report)
  return (
    <Section
      id="payload"
      title={
        <>
          As <Term of="payload">payload</Term>
        </>
      }
      note="experience against raw steps, to be read: tokens of the injected message (characters / 4); leaks a span by kind, as the leak scan sees them; said parts that cite a span"
      end={<CsvLink fileName="abstraction-payload.csv" rows={payloadTable(report)} />}
    >
      <FigureTable
        label="Tokens, leaks and support by maker"
        first="payload"
        heads={['spans', 'median tokens', 'without leaks', ...kinds, 'cited', 'cost per used entry']}
        rows={report.payloads.map(({ maker, spans, medianTokens, clean, leaks, cited }) => ({
          name: makerWords(maker),
          cells: [
            spans,
            known(medianTokens, Math.round),
            known(clean, formatPercent),
            ...kinds.map((kind) => formatScore(leaks[kind as keyof typeof leaks] ?? 0, 2)),
            known(cited, formatPercent, 'Raw steps cite nothing'),
            maker === RAW || maker.startsWith('rules') ? '0' : <Hatch key="p" label="Not known here" />,
          ],
        }))}
      />
      <Note>
        The rules pass this very scan before they keep a text: their 0 is by construction and says nothing of
        what the scan does not know.
      </Note>
    </Section>
  )
}

function Worst({ report }: { report: AbstractionReport }) {
  const href = useProjectHref()
  if (!report.worst || report.worst.spans.length === 0) return null
  const { maker: last, spans } = report.worst
  const leaksOf = ({ payloads }: ShownSpan) =>
    Object.entries(payloads[last]?.leaks ?? {})
      .map(([kind, count]) => `${count} ${kind}`)
      .join(', ')
  return (
    <Section id="worst" title="Worst first" note={`most leaks of ${makerWords(last)}, then the longest`}>
      {spans.map((span, i) => (
        <details key={span.subtaskId} open={i === 0} className="border-hairline border-b py-1.5">
          <summary className="max-md:py-3">
            {span.instanceId ?? 'no source'} · {span.category}{' '}
            <span className="text-ink-3 text-small">
              {leaksOf(span) || 'no leak'} · {span.payloads[RAW]?.tokens} → {span.payloads[last]?.tokens}{' '}
              tokens
            </span>
          </summary>
          <div className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-2">
            {report.makers
              .filter((maker) => span.payloads[maker])
              .map((maker) => (
                <div key={maker} className="min-w-0">
                  <p className="text-ink-3 text-small">
                    {span.entryIds[maker] ? (
                      <Link
                        href={href(`/memories/${span.entryIds[maker]}`)}
                        className="link max-md:inline-flex max-md:min-h-11 max-md:items-center"
                      >
                        {makerWords(maker)}
                      </Link>
                    ) : (
                      makerWords(maker)
                    )}
                  </p>
                  <ScrollRegion
                    label={`Text: ${makerWords(maker)}`}
                    className="mt-1 max-h-64 overflow-auto bg-surface-2 p-2"
                  >
                    <pre className="whitespace-pre-wrap font-mono text-micro">{span.shown[maker]}</pre>
                  </ScrollRegion>
                </div>
              ))}
          </div>
        </details>
      ))}
    </Section>
  )
}
