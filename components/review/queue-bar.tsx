'use client'

import clsx from 'clsx'
import { ReviewerName } from '@/components/curate/reviewer.tsx'
import { ActButton } from '@/components/ui/act-button.tsx'
import { Button } from '@/components/ui/button.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { formatCount, plural } from '@/components/ui/format.ts'
import { useHotkeys } from '@/components/ui/hotkeys.tsx'
import { RangeSlider } from '@/components/ui/range-slider.tsx'
import { Segmented } from '@/components/ui/segmented.tsx'
import { Progress } from '@/components/ui/states.tsx'
import { Pager } from '@/components/ui/table/pager.tsx'
import { useTelling } from '@/components/ui/use-telling.ts'
import type { PairReach } from '@/lib/memory/findings/worklist.ts'
import { ITEMS } from './review-url.ts'
import type { Queue } from './use-queue.ts'

const CLAIMED_AT_ONCE = 20

/** Above a queue: what is shown of it, how much is left and with whom, the pace, who reviews, and claiming. */
export function QueueBar(state: Queue) {
  const { queue, query, pace, reviewer, setBy, by, setUrl } = state
  const { taken = 0, done, total } = queue
  const left = queue.left ?? 0
  const isOpen = query.view === 'open'
  const mine = by === '' ? 0 : queue.items.filter(({ claimedBy }) => claimedBy === by).length
  useHotkeys([
    {
      ...{ keys: 'Backspace', label: 'Take the last verdict back', when: state.canTakeBack },
      run: () => void state.takeBack(),
    },
  ])
  return (
    <>
      <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2 border-hairline border-b px-6 py-2 max-md:px-4">
        {queue.views && <Views {...state} />}
        {queue.reach && (
          <ScoreSlider
            min={query.minScore}
            reach={queue.reach}
            onMin={(min) => void setUrl({ min, at: null })}
          />
        )}
        <p aria-live="polite" className="text-ink-3 text-small">
          {done === undefined
            ? `${queue.left === null ? 'unknown how many' : formatCount(left)} left`
            : `${formatCount(done)} of ${formatCount(total ?? 0)} judged`}
          {taken > 0 && `, ${formatCount(taken)} with others`}
          {mine > 0 && `, ${formatCount(mine)} yours`}
          {pace !== '' && `, ${pace}`}
        </p>
        {query.view === 'dismissed' && left > ITEMS && (
          <Pager
            from={query.offset}
            size={ITEMS}
            count={left}
            back="Newer"
            on="Older"
            onTurn={(from) => void setUrl({ from: from || null, at: null }, { history: 'push' })}
          />
        )}
        <span className="ml-auto flex min-w-0 flex-wrap items-center gap-2 max-md:grow max-md:basis-64 max-md:justify-end">
          {/* Where nothing is to be decided nobody needs to say who decides. */}
          {(by !== '' || left > 0 || queue.isBlind) && <ReviewerName name={reviewer} onName={setBy} />}
          {isOpen && queue.taken !== undefined && <Claims state={state} mine={mine} />}
        </span>
      </div>
      {total !== undefined && (
        <Progress done={done ?? 0} total={Math.max(1, total)} label={`${queue.noun[1]} judged by you`} />
      )}
    </>
  )
}

function Views({ queue: { views = [], reach, dismissed = 0 }, query: { view }, setUrl }: Queue) {
  const label = {
    open: views.includes('clusters') || reach ? 'Pairs' : 'Open',
    clusters: 'Clusters',
    dismissed: dismissed > 0 ? `Dismissed ${formatCount(dismissed)}` : 'Dismissed',
  }
  return (
    <Segmented
      label="Shown as"
      value={view}
      options={(['open', ...views] as const).map((value) => ({ value, label: label[value] }))}
      onChange={(next) => void setUrl({ view: next, at: null, from: null }, { history: 'push' })}
    />
  )
}

/** Taking items for oneself, so that two reviewers do not decide the same, and giving them back. */
function Claims({ state, mine }: { state: Queue; mine: number }) {
  const { queue, query, by, needsName, readAgain } = state
  const { noun } = queue
  const left = queue.left ?? 0
  const commands = useCommands()
  const { tell } = useTelling()
  const claim = async () => {
    if (needsName()) return
    await tell(commands.claimReview({ ...query, count: CLAIMED_AT_ONCE }), ({ ids }) =>
      ids.length === 0
        ? 'Nothing left that nobody took.'
        : `${plural(ids.length, ...noun)} ${ids.length === 1 ? 'is' : 'are'} yours`,
    )
    await readAgain()
  }
  const giveBack = async () => {
    await tell(commands.releaseReview(query), ({ count }) => `${plural(count, ...noun)} given back`)
    await readAgain()
  }
  useHotkeys([
    { keys: 'c', label: `Claim the next ${CLAIMED_AT_ONCE}`, run: () => void claim(), when: left > 0 },
  ])
  return (
    <>
      {left > 0 && (
        // Claiming needs a name: until there is one, a phone has room for nothing but that question.
        <ActButton
          asks="claimReview"
          keys="C"
          className={clsx(by === '' && 'max-md:hidden!')}
          onClick={() => void claim()}
        >
          Claim {CLAIMED_AT_ONCE}
        </ActButton>
      )}
      {mine > 0 && (
        <Button variant="quiet" onClick={() => void giveBack()}>
          Give back
        </Button>
      )}
    </>
  )
}

type ScoreSliderProps = {
  /** Null: what the detector keeps. */
  min: number | null
  reach: PairReach
  onMin: (min: number | null) => void
}

/** The lowest score still shown: up narrows the findings, down looks up pairs that are less alike. */
function ScoreSlider({ min, reach: { kept, from, unable }, onMin }: ScoreSliderProps) {
  const value = min ?? kept
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      <span className="flex items-center gap-2 text-small">
        <span className="whitespace-nowrap text-ink-2">Cosine from</span>
        <RangeSlider
          aria-label="Cosine from"
          min={from}
          max={1}
          step={0.005}
          value={value}
          onValue={(next) => onMin(next === kept ? null : next)}
          write={(next) => next.toFixed(3)}
          className="w-40"
        />
      </span>
      {(unable !== null || value < kept) && (
        <span className="max-w-[56ch] text-ink-3 text-small">
          {unable ??
            `Below ${kept} a pair is no finding and not counted as one; what you decide about it stays.`}
        </span>
      )}
    </span>
  )
}
