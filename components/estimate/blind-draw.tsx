'use client'

import { useState } from 'react'
import { Button, LinkButton } from '@/components/ui/button.tsx'
import { Checkbox } from '@/components/ui/checkbox.tsx'
import { TextInput } from '@/components/ui/field.tsx'
import { formatCount, formatInstant, plural } from '@/components/ui/format.ts'
import { Section } from '@/components/ui/section.tsx'
import { Segmented } from '@/components/ui/segmented.tsx'
import type { BlindHead, BlindWhere, MakerHead } from '@/lib/memory/findings/blind.ts'

export type BlindOrder = { makers: string[]; where: BlindWhere; size: number }

const SIZE = 30

/** Chooses extractors and how much to read, and lists what was read before. */
export function BlindDraw({
  makers,
  readings,
  disabled,
  onDraw,
  href,
}: {
  makers: MakerHead[]
  readings: BlindHead[]
  disabled: boolean
  onDraw: (order: BlindOrder) => void
  href: (id: string) => string
}) {
  const [chosen, setChosen] = useState(makers.map(({ maker }) => maker).slice(0, 3))
  const [where, setWhere] = useState<BlindWhere>('each')
  const [size, setSize] = useState(SIZE)
  const toggle = (maker: string) =>
    setChosen(chosen.includes(maker) ? chosen.filter((one) => one !== maker) : [...chosen, maker])
  return (
    <>
      <Section title="Draw" note="each entry beside its stage of the run; nothing says who made it">
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
          <label className="flex items-center gap-2">
            Entries to read
            <TextInput
              type="number"
              min={1}
              max={1_000}
              value={size}
              onChange={(event) => setSize(Math.max(1, Number(event.target.value) || SIZE))}
              className="w-16!"
            />
          </label>
          <Button
            variant="solid"
            disabled={disabled || chosen.length === 0}
            onClick={() => onDraw({ makers: chosen, where, size })}
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
      <Section title="Earlier readings" note={readings.length === 0 ? 'none yet' : 'newest first'}>
        <ul className="mt-2 max-w-[720px]">
          {readings.map((one) => (
            <li key={one.id} className="flex items-center gap-4 border-hairline border-b py-1.5">
              <LinkButton variant="quiet" href={href(one.id)}>
                {formatInstant(one.createdAt)}
              </LinkButton>
              <span>
                {formatCount(one.judged)} of {formatCount(one.size)} read,{' '}
                {plural(one.makerCount, 'extractor')}
              </span>
            </li>
          ))}
        </ul>
      </Section>
    </>
  )
}
