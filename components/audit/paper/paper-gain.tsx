'use client'

import { parseAsInteger, useQueryState } from 'nuqs'
import { useMemo } from 'react'
import { FigureView } from '@/components/figures/figure-view.tsx'
import { SourceChip } from '@/components/marks/source-chip.tsx'
import { Section } from '@/components/ui/section.tsx'
import { HEADLINE_GAIN_PP, PAPER } from '@/lib/memory/paper/figures.ts'
import { DISCORDANCE, type NoEffectEnvelope, noEffectEnvelope } from '@/lib/memory/paper/no-effect.ts'
import { Note } from '../note.tsx'
import { CertaintyKey } from './certainty-mark.tsx'
import { GainTable, TierTable } from './paper-tables.tsx'
import { bucketsFigure, type PaperView, runsFigure } from './prepare-paper.ts'

export function PaperBasis() {
  return (
    <>
      <SourceChip source="paper" />
      <span>{PAPER.id}</span>
      <span>
        {PAPER.instances} instances of {PAPER.benchmark}, {PAPER.runs} runs a cell
      </span>
      <span>the paper does not report store sizes, so its gain has no density</span>
    </>
  )
}

/** What the paper prints of gain: four backbones, one stream, three tiers. */
export function PaperGain({ view }: { view: PaperView }) {
  return (
    <div className="divide-y divide-hairline">
      <Section id="table-1" title="Four backbones" note="Table 1: Pass@1 of 500, percent">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-6 xl:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)]">
          <FigureView
            figure={runsFigure(view)}
            caption={`other tasks would move a run by about ±${view.taskNoisePp.toFixed(1)} pp`}
          />
          <div className="min-w-0">
            <GainTable view={view} />
            <Note>
              The headline +{HEADLINE_GAIN_PP} is the mean of four rounded gains; over instance memory the
              mean is +{view.headline.overInstancePp.toFixed(1)} (derived).
            </Note>
          </div>
        </div>
      </Section>
      <Stream view={view} />
      <Section id="tiers" title="Tiers of difficulty" note="by the steps of the agent without memory">
        <TierTable view={view} />
        <CertaintyKey />
      </Section>
    </div>
  )
}

/** Figure 3 with the slider for what is not reported. */
function Stream({ view }: { view: PaperView }) {
  const [stored, setDiscordant] = useQueryState(
    'discordant',
    parseAsInteger.withDefault(DISCORDANCE.start).withOptions({ history: 'replace' }),
  )
  const clamped = Math.min(DISCORDANCE.to, Math.max(DISCORDANCE.from, stored))
  const discordant = clamped - (clamped % DISCORDANCE.step)
  const envelope = useMemo(() => noEffectEnvelope(discordant), [discordant])
  return (
    <Section id="stream" title="One stream" note="Figure 3: net solved, subtask memory less no memory">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-4 lg:grid-cols-[minmax(0,1fr)_320px]">
        <FigureView figure={bucketsFigure(view, envelope.reach)} />
        <div className="grid content-start gap-3 pt-3">
          <label className="grid gap-1">
            <span className="font-medium">Suppose {discordant} of 500 instances changed their outcome</span>
            <input
              type="range"
              min={DISCORDANCE.from}
              max={DISCORDANCE.to}
              step={DISCORDANCE.step}
              value={discordant}
              onChange={(event) => void setDiscordant(Number(event.target.value))}
              className="accent-(--accent) max-md:h-11"
              aria-valuetext={`${discordant} discordant pairs, p ${envelope.p?.toFixed(3)}`}
            />
            <span className="text-ink-3 text-small">The paper does not report this number.</span>
          </label>
          <Envelope envelope={envelope} />
        </div>
      </div>
    </Section>
  )
}

function Envelope({ envelope }: { envelope: NoEffectEnvelope }) {
  const isTold = envelope.p !== null && envelope.p < 0.05
  return (
    <>
      <dl className="grid grid-cols-[1fr_auto] gap-y-1 border-hairline border-t pt-3">
        <dt>+20 over the stream, exact McNemar p</dt>
        <dd className="num">{envelope.p === null ? 'impossible' : envelope.p.toFixed(3)}</dd>
        <dt>A dip of 2 or more if memory does nothing</dt>
        <dd className="num">{(100 * envelope.dipChance).toFixed(0)} %</dd>
      </dl>
      <p aria-live="polite">
        {isTold
          ? 'The gain over the whole stream is significant, the early dip is not.'
          : 'Neither the dip nor the gain over the stream is significant.'}
      </p>
    </>
  )
}
