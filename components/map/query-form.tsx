'use client'

import { type FormEvent, type RefObject, useEffect, useState } from 'react'
import { Button } from '@/components/ui/button.tsx'
import { Select, TextInput } from '@/components/ui/field.tsx'
import { Kbd } from '@/components/ui/kbd.tsx'
import { asCategory, CATEGORIES, type Category } from '@/lib/memory/category.ts'

/** What an agent is about to do, dropped on the map. */
export function QueryForm({ text, category, inputRef, onDrop }: QueryFormProps) {
  const [typed, setTyped] = useState(text)
  useEffect(() => setTyped(text), [text])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onDrop(typed.trim(), category)
  }
  return (
    <form
      onSubmit={submit}
      className="flex min-w-0 flex-1 items-center gap-2 max-md:basis-full max-md:flex-wrap"
    >
      <span className="relative min-w-0 flex-1 max-md:basis-full">
        <TextInput
          ref={inputRef}
          aria-label="What is the agent about to do?"
          placeholder="Drop a query: what is the agent about to do?"
          value={typed}
          maxLength={2_000}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
        />
        {typed === '' && (
          <span className="pointer-events-none absolute top-1 right-1.5">
            <Kbd>/</Kbd>
          </span>
        )}
      </span>
      <CategoryOfQuery category={category} onDrop={onDrop} typed={typed} />
      <Button type="submit">Drop</Button>
      {text !== '' && (
        <Button variant="quiet" onClick={() => onDrop('', null)}>
          Lift
        </Button>
      )}
    </form>
  )
}

type QueryFormProps = {
  text: string
  category: Category | null
  inputRef: RefObject<HTMLInputElement | null>
  onDrop: (text: string, category: Category | null) => void
}

function CategoryOfQuery({
  category,
  onDrop,
  typed,
}: Pick<QueryFormProps, 'category' | 'onDrop'> & { typed: string }) {
  return (
    <Select
      aria-label="Category of the query"
      className="w-auto! flex-none max-md:flex-1"
      value={category ?? ''}
      onChange={(event) => {
        onDrop(typed.trim(), asCategory(event.target.value))
      }}
    >
      <option value="">category by rules</option>
      {CATEGORIES.map((value) => (
        <option key={value} value={value}>
          {value}
        </option>
      ))}
    </Select>
  )
}
