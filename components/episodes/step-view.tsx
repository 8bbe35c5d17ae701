'use client'

import { type ReactNode, useState } from 'react'
import { ReadErrorState } from '@/components/ui/faults/read-error.tsx'
import { formatCount, formatInstant, formatUsd, plural } from '@/components/ui/format.ts'
import { SectionTitle } from '@/components/ui/section.tsx'
import { Skeleton } from '@/components/ui/states.tsx'
import type { Observation, Step } from '@/lib/memory/trajectory.ts'
import type { SubtaskView } from '@/lib/memory/views/episodes.ts'
import { MarkedOutput, MarkedText } from './marked-text.tsx'
import { prepareOutput } from './prepare-output.ts'

type StepViewProps = {
  n: number
  step: Step | undefined
  error: Error | null
  onRetry: () => void
  subtask: SubtaskView | null
  needle: string
  end?: ReactNode
}

/** Reader of one step: thought, command, output. All of it is text, whatever it contains. */
export function StepView({ n, step, error, onRetry, subtask, needle, end }: StepViewProps) {
  const place =
    subtask === null
      ? null
      : `${n - subtask.fromStep + 1} of ${subtask.toStep - subtask.fromStep + 1} in this subtask`
  const facts = [
    place,
    step?.at ? formatInstant(step.at) : null,
    step?.costUsd ? formatUsd(step.costUsd) : null,
  ]
  return (
    <article aria-label={`Step ${n}`}>
      <SectionTitle title={`Step ${formatCount(n)}`} note={facts.filter(Boolean).join(', ')} end={end} />
      {error ? (
        <ReadErrorState
          className="mt-3 -ml-6 max-md:-ml-4"
          error={error}
          what={`Step ${n} could not be read.`}
          onRetry={onRetry}
        />
      ) : step === undefined ? (
        <div className="mt-6">
          <Skeleton lines={6} label={`Loading step ${n}`} />
        </div>
      ) : (
        <StepTexts key={n} step={step} needle={needle} />
      )}
    </article>
  )
}

function StepTexts({ step, needle }: { step: Step; needle: string }) {
  return (
    <>
      {step.thought && step.thought.trim() !== '' && (
        <>
          <PartTitle>Thought</PartTitle>
          <p className="max-w-[66ch] whitespace-pre-wrap text-pretty text-read [overflow-wrap:anywhere]">
            <MarkedText text={spoken(step.thought)} needle={needle} />
          </p>
        </>
      )}
      {step.actions.length === 0 && <PartTitle note="this step ran nothing">Command</PartTitle>}
      {step.actions.map((action, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: actions of a stored step never move.
        <div key={index}>
          <PartTitle note={action.tool === null || action.tool === 'bash' ? undefined : action.tool}>
            {step.actions.length > 1 ? `Command ${index + 1}` : 'Command'}
          </PartTitle>
          <pre className="whitespace-pre-wrap rounded-control border border-hairline bg-surface-2 px-3 py-2 font-mono text-small leading-5 [overflow-wrap:anywhere]">
            <MarkedText text={action.text} needle={needle} />
          </pre>
        </div>
      ))}
      {step.observations.map((observation, index) => (
        <Output
          // biome-ignore lint/suspicious/noArrayIndexKey: observations of a stored step never move.
          key={index}
          observation={observation}
          title={step.observations.length > 1 ? `Output ${index + 1}` : 'Output'}
          needle={needle}
        />
      ))}
      {step.observations.length === 0 && <PartTitle note="none recorded">Output</PartTitle>}
    </>
  )
}

/** Without the word some templates make the agent begin with; the title above says it. */
function spoken(thought: string): string {
  return thought.trim().replace(/^THOUGHTS?:\s*/i, '')
}

function Output({ observation, title, needle }: { observation: Observation; title: string; needle: string }) {
  const [showAll, setShowAll] = useState(false)
  const isEmpty = observation.text.trim() === ''
  const output = prepareOutput(observation.text, showAll, needle)
  return (
    <div>
      <PartTitle
        note={
          <>
            {observation.exitCode !== null && (
              <span className={observation.exitCode === 0 ? 'font-mono' : 'font-mono text-danger'}>
                exit {observation.exitCode}
              </span>
            )}
            {isEmpty ? 'nothing printed' : linesWords(output)}
            {observation.truncated && <span>cut by the agent already</span>}
            {(output.isFolded || showAll) && (
              <button
                type="button"
                className="link"
                aria-expanded={showAll}
                onClick={() => setShowAll(!showAll)}
              >
                {showAll ? 'fold' : 'show all'}
              </button>
            )}
          </>
        }
      >
        {title}
      </PartTitle>
      {!isEmpty && <OutputLines output={output} needle={needle} onShowAll={() => setShowAll(true)} />}
    </div>
  )
}

type PreparedOutput = ReturnType<typeof prepareOutput>

function linesWords({ isFolded, shownCount, totalCount }: PreparedOutput): string {
  if (isFolded) return `${formatCount(shownCount)} of ${plural(totalCount, 'line')}`
  return totalCount > 1 ? plural(totalCount, 'line') : ''
}

/** Numbered lines, with those between that are folded away. */
function OutputLines({
  output,
  needle,
  onShowAll,
}: {
  output: PreparedOutput
  needle: string
  onShowAll: () => void
}) {
  const numbers = { width: `${String(output.totalCount).length}ch` }
  return (
    <div className="font-mono text-ink-2 text-small leading-5">
      {output.lines.map((line) =>
        line.kind === 'fold' ? (
          <button
            key={`fold-${line.from}`}
            type="button"
            onClick={onShowAll}
            className="flex w-full items-center gap-3 py-0.5 text-left text-ink-3 hover:text-ink"
          >
            <span className="flex-none" style={numbers} />
            <span>… {plural(line.count, 'line')} folded</span>
          </button>
        ) : (
          <div key={line.n} className="flex gap-3">
            <span aria-hidden="true" className="flex-none select-none text-right text-ink-3" style={numbers}>
              {line.n}
            </span>
            <span className="min-w-0 whitespace-pre-wrap [overflow-wrap:anywhere]">
              <MarkedOutput text={line.text} needle={needle} />
              {line.cut > 0 && <span className="text-ink-3"> … {formatCount(line.cut)} more characters</span>}
            </span>
          </div>
        ),
      )}
    </div>
  )
}

function PartTitle({ children, note }: { children: ReactNode; note?: ReactNode }) {
  return (
    <h3 className="mt-4 mb-1 flex flex-wrap items-baseline gap-x-2.5 font-medium text-ink-3 text-small">
      {children}
      {note && <span className="flex flex-wrap items-baseline gap-x-2.5 font-normal">{note}</span>}
    </h3>
  )
}
