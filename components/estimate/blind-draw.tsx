'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Checkbox } from '@/components/ui/checkbox.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { formatCount, plural } from '@/components/ui/format.ts'
import { Section } from '@/components/ui/section.tsx'
import { Segmented } from '@/components/ui/segmented.tsx'
import { useTelling } from '@/components/ui/use-telling.ts'
import type { BlindHead, BlindWhere, MakerHead } from '@/lib/memory/findings/blind.ts'
import { EarlierList } from './earlier-list.tsx'
import { SizeField } from './size-field.tsx'

const SIZE = 30

export type BlindDrawProps = {
  project: string
  makers: MakerHead[]
  readings: BlindHead[]
  /** Who reads; null and '' while nobody said. */
  by: string | null
}

/** Chooses extractors and how much to read, and lists what was read before. */
export function BlindDraw({ readings, ...order }: BlindDrawProps) {
  const href = useProjectHref()
  return (
    <>
      <DrawForm {...order} />
      <EarlierList
        title="Earlier readings"
        rows={readings.map(({ id, createdAt, judged, size, makerCount }) => ({
          id,
          createdAt,
          href: href('/memories/review/blind', { reading: id }),
          words: (
            <span>
              {formatCount(judged)} of {formatCount(size)} read, {plural(makerCount, 'extractor')}
            </span>
          ),
        }))}
      />
    </>
  )
}

function DrawForm({ project, makers, by }: Omit<BlindDrawProps, 'readings'>) {
  const [chosen, setChosen] = useState(makers.map(({ maker }) => maker).slice(0, 3))
  const [where, setWhere] = useState<BlindWhere>('each')
  const [size, setSize] = useState(SIZE)
  const { draw, isBusy } = useDraw(project, by)
  return (
    <Section title="Draw" note="each entry beside its stage of the run; nothing says who made it">
      <Makers makers={makers} chosen={chosen} onChoose={setChosen} />
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <Segmented
          label="Stages to draw from"
          value={where}
          onChange={setWhere}
          options={[
            { value: 'each', label: 'Where each wrote' },
            { value: 'any', label: 'Where any wrote' },
          ]}
        />
        <SizeField label="Entries to read" value={size} usual={SIZE} onChange={setSize} />
        <Button
          variant="solid"
          disabled={isBusy || !by || chosen.length === 0}
          onClick={() => void draw({ makers: chosen, where, size })}
        >
          Draw and read
        </Button>
      </div>
      {makers.length < 2 && (
        <p className="mt-3 max-w-[66ch] text-ink-2">
          One extractor alone can be read, not compared. A model’s entries come in on the page Distil.
        </p>
      )}
    </Section>
  )
}

/** Draws, and goes to the reading. */
function useDraw(project: string, by: string | null) {
  const commands = useCommands()
  const router = useRouter()
  const href = useProjectHref()
  const { tell, isBusy } = useTelling()
  const draw = async (order: { makers: string[]; where: BlindWhere; size: number }) => {
    if (!by) return
    const result = await tell(commands.drawBlind({ project, by, ...order }))
    if (result.ok) router.push(href('/memories/review/blind', { reading: result.value.id }))
  }
  return { draw, isBusy }
}

function Makers({
  makers,
  chosen,
  onChoose,
}: {
  makers: MakerHead[]
  chosen: string[]
  onChoose: (makers: string[]) => void
}) {
  const toggle = (maker: string) =>
    onChoose(chosen.includes(maker) ? chosen.filter((one) => one !== maker) : [...chosen, maker])
  return (
    <fieldset className="m-0 mt-3 flex flex-wrap gap-x-6 gap-y-2 p-0">
      <legend className="sr-only">Extractors</legend>
      {makers.map(({ maker, entryCount }) => (
        <label key={maker} className="flex items-center gap-2 max-md:min-h-11">
          <Checkbox checked={chosen.includes(maker)} onChange={() => toggle(maker)} />
          <span className="font-mono text-small">{maker}</span>
          <span className="text-ink-3 text-small">{plural(entryCount, 'entry', 'entries')}</span>
        </label>
      ))}
    </fieldset>
  )
}
