'use client'

import { useRouter } from 'next/navigation'
import { type FormEvent, useState, useTransition } from 'react'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Checkbox } from '@/components/ui/checkbox.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { Field, Select } from '@/components/ui/field.tsx'
import { plural } from '@/components/ui/format.ts'
import { Section } from '@/components/ui/section.tsx'
import { ErrorState } from '@/components/ui/states.tsx'
import { STREAM_STRATEGIES, type StreamStrategy } from '@/lib/memory/studies/stream-strategies.ts'

const USUAL: readonly StreamStrategy[] = ['subtask', 'global', 'instance', 'random']
const MOST = 4

const WORDS: Record<StreamStrategy, string> = {
  subtask: 'subtask, category given',
  'subtask-predicted': 'subtask, category predicted by rules',
  global: 'global, no category',
  soft: 'soft, a predicted prior',
  instance: 'instance, whole runs by their task',
  random: 'random of the category',
}

/** Chooses seeds and strategies and orders a replay. */
export function OrderReplay({
  project,
  basis,
}: {
  project: string
  basis: { episodes: number; questions: number }
}) {
  const { orderStreamReplay } = useCommands()
  const router = useRouter()
  const href = useProjectHref()
  const [chosen, setChosen] = useState<readonly StreamStrategy[]>(USUAL)
  const [fault, setFault] = useState<{ message: string; hint: string } | null>(null)
  const [isOrdering, start] = useTransition()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const count = Number(new FormData(event.currentTarget).get('seeds'))
    start(async () => {
      const strategies = STREAM_STRATEGIES.filter((name) => chosen.includes(name))
      const seeds = Array.from({ length: count }, (_, seed) => seed)
      const result = await orderStreamReplay({ project, seeds, strategies })
      if (result.ok) router.push(href('/audit/replay', { run: result.value.id }))
      else setFault(result.error)
    })
  }
  return (
    <Section
      id="order"
      title="Replay the stored runs"
      note={`${plural(basis.episodes, 'run')}, ${plural(basis.questions, 'question')}: what was known when each subtask began`}
    >
      <form onSubmit={submit} className="mt-3 flex flex-wrap items-end gap-x-6 gap-y-3">
        <Strategies chosen={chosen} setChosen={setChosen} />
        <Field label="Orders">
          <Select name="seeds" defaultValue="3">
            <option value="1">as stored</option>
            {[2, 3, 4, 5].map((count) => (
              <option key={count} value={count}>
                as stored and {count - 1} shuffled
              </option>
            ))}
          </Select>
        </Field>
        <Button
          variant="solid"
          type="submit"
          disabled={isOrdering || chosen.length === 0 || basis.episodes < 2}
        >
          Replay
        </Button>
      </form>
      {fault && <ErrorState what={fault.message} next={fault.hint} className="px-0" />}
    </Section>
  )
}

function Strategies({
  chosen,
  setChosen,
}: {
  chosen: readonly StreamStrategy[]
  setChosen: (chosen: readonly StreamStrategy[]) => void
}) {
  return (
    <fieldset>
      <legend className="text-ink-2 text-small">Strategies, up to {MOST}</legend>
      <div className="mt-1 grid grid-cols-[repeat(auto-fill,minmax(230px,1fr))] gap-x-4 md:w-[720px]">
        {STREAM_STRATEGIES.map((name) => (
          <label key={name} className="flex items-center gap-2 max-md:min-h-11">
            <Checkbox
              checked={chosen.includes(name)}
              disabled={!chosen.includes(name) && chosen.length >= MOST}
              onChange={(event) =>
                setChosen(event.target.checked ? [...chosen, name] : chosen.filter((one) => one !== name))
              }
            />
            {WORDS[name]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
