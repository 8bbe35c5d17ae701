'use client'

import { useRouter } from 'next/navigation'
import { type FormEvent, useState, useTransition } from 'react'
import { useProjectHref, useShell } from '@/components/frame/shell.tsx'
import { ActButton } from '@/components/ui/act-button.tsx'
import { Checkbox } from '@/components/ui/checkbox.tsx'
import { postJson } from '@/components/ui/faults/fetch-json.ts'
import { ReadErrorState } from '@/components/ui/faults/read-error.tsx'
import { Field, Select, TextArea, TextInput } from '@/components/ui/field.tsx'
import { plural } from '@/components/ui/format.ts'
import type { FormField, StudyForm } from '@/lib/memory/studies/study.ts'
import { orderOf } from './prepare-order.ts'

/** The order of a study: each field of its schema, in its order. What is sent is checked by that schema. */
export function OrderForm({ form }: { form: StudyForm }) {
  const { fields, basis, button } = form
  const state = useOrder(form)
  const { chosen, fault, isOrdering, submit, text } = state
  const wide = fields.filter(({ kind }) => kind === 'lines' || kind === 'choices')
  const small = fields.filter((field) => !wide.includes(field))
  const isEmpty = wide.some(({ name, kind }) =>
    kind === 'lines' ? text.trim() === '' : (chosen[name] ?? []).length === 0,
  )
  return (
    <section aria-label="New study" className="px-6 py-4 max-md:px-4">
      <form onSubmit={submit} className="grid max-w-[88ch] gap-4">
        {wide.map((field) =>
          field.kind === 'lines' ? (
            <Lines key={field.name} field={field} example={basis.example} {...state} />
          ) : (
            <Choices key={field.name} field={field} without={basis.without} {...state} />
          ),
        )}
        <div className="grid grid-cols-2 gap-3 max-md:grid-cols-1">
          {small.map((field) => (
            <SmallField key={field.name} field={field} chosen={chosen[field.of ?? ''] ?? []} />
          ))}
        </div>
        {fault && <ReadErrorState error={fault} />}
        <div className="flex items-center gap-3">
          <ActButton
            asks="orderStudy"
            variant="solid"
            type="submit"
            disabled={isOrdering || isEmpty || !basis.canOrder}
          >
            {isOrdering ? 'Ordering …' : button}
          </ActButton>
          <span className="text-ink-3 text-small">{basis.words}</span>
        </div>
      </form>
    </section>
  )
}

type OrderState = ReturnType<typeof useOrder>

function useOrder({ design, fields }: StudyForm) {
  const { current } = useShell()
  const href = useProjectHref()
  const router = useRouter()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<Record<string, string[]>>(() =>
    Object.fromEntries(
      fields.flatMap(({ name, kind, usual }) =>
        kind === 'choices' ? [[name, (usual ?? []) as string[]]] : [],
      ),
    ),
  )
  const [fault, setFault] = useState<Error | null>(null)
  const [isOrdering, start] = useTransition()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    const project = current?.name ?? ''
    start(async () => {
      try {
        const order = { project, ...orderOf(fields, given, chosen) }
        const { id } = await postJson<{ id: string }>('/api/v1/studies', { design, order })
        router.push(href(`/audit/studies/${id}`))
      } catch (error) {
        setFault(error instanceof Error ? error : new Error(String(error)))
      }
    })
  }
  const toggle = (name: string, value: string, on: boolean) =>
    setChosen((before) => {
      const own = before[name] ?? []
      return { ...before, [name]: on ? [...own, value] : own.filter((one) => one !== value) }
    })
  return { chosen, fault, isOrdering, setText, submit, text, toggle }
}

function Lines({
  field: { name, label, hint },
  example,
  text,
  setText,
}: OrderState & { field: FormField; example: string | null }) {
  const lineCount = text.split('\n').filter((line) => line.trim() !== '').length
  return (
    <div>
      <Field label={label} hint={text === '' ? hint : plural(lineCount, 'line')}>
        <TextArea
          name={name}
          value={text}
          onChange={(event) => setText(event.target.value)}
          rows={8}
          className="max-h-[320px] min-h-[160px] font-mono text-small"
          placeholder={
            'EDIT: make the page cursor exclusive\n{"id": "shop-31", "text": "…", "category": "EDIT", "relevant": ["shop-12"]}'
          }
          required
        />
      </Field>
      {example !== null && text === '' && (
        <button type="button" className="link mt-2 max-md:min-h-11" onClick={() => setText(example)}>
          Take the sample’s labelled questions
        </button>
      )}
    </div>
  )
}

function Choices({
  field: { name, label, options = [], most = options.length },
  without,
  chosen,
  toggle,
}: OrderState & { field: FormField; without: Record<string, string> }) {
  const own = chosen[name] ?? []
  return (
    <fieldset>
      <legend className="font-medium">
        {label} {most < options.length && <span className="font-normal text-ink-3">up to {most}</span>}
      </legend>
      <div className="mt-1 grid grid-cols-[repeat(auto-fill,minmax(230px,1fr))] gap-x-4 gap-y-0.5">
        {options.map(({ value, label: words, title }) => (
          <label
            key={value}
            title={without[value] ?? title}
            className="flex min-h-7 items-center gap-2 has-disabled:text-ink-3 max-md:min-h-11"
          >
            <Checkbox
              checked={own.includes(value)}
              disabled={value in without || (!own.includes(value) && own.length >= most)}
              onChange={(event) => toggle(name, value, event.target.checked)}
            />
            {words}
          </label>
        ))}
      </div>
      {Object.entries(without).map(([value, why]) => (
        <p key={value} className="mt-1 text-ink-3 text-small">
          {value}: {why}
        </p>
      ))}
    </fieldset>
  )
}

/** A field of one line. `chosen`: what a pair is taken from. */
export function SmallField({ field, chosen = [] }: { field: FormField; chosen?: string[] }) {
  const { name, kind, label, hint, usual, most } = field
  if (kind === 'check')
    return (
      <label className="col-span-2 flex items-center gap-2 max-md:col-span-1 max-md:min-h-11">
        <Checkbox name={name} defaultChecked={usual === true} />
        {label}
      </label>
    )
  if (kind === 'pair')
    return (
      <>
        <PairSide name={`${name}.a`} label={label} hint={hint} chosen={chosen} at={0} />
        <PairSide name={`${name}.b`} label="against" chosen={chosen} at={chosen.indexOf('instance')} />
      </>
    )
  const shown = Array.isArray(usual)
    ? usual.join(', ')
    : typeof usual === 'boolean'
      ? ''
      : String(usual ?? '')
  return (
    <Field label={label} hint={hint}>
      <TextInput
        name={name}
        defaultValue={shown}
        {...(kind === 'text' ? { maxLength: most } : { inputMode: 'numeric' as const })}
      />
    </Field>
  )
}

function PairSide({
  name,
  label,
  hint,
  chosen,
  at,
}: {
  name: string
  label: string
  hint?: string | undefined
  chosen: string[]
  at: number
}) {
  return (
    <Field label={label} hint={hint}>
      <Select
        key={chosen.join()}
        name={name}
        defaultValue={chosen[at < 0 ? 1 : at]}
        disabled={chosen.length < 2}
      >
        {chosen.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </Select>
    </Field>
  )
}
