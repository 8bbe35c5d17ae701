'use client'

import { type FormEvent, useContext, useEffect, useState } from 'react'
import { ShellContext } from '@/components/frame/shell.tsx'
import { Button } from '@/components/ui/button.tsx'
import { TextInput } from '@/components/ui/field.tsx'

/** The reviewer's name stays in this browser and goes along with each change. */
const NAME_KEY = 'loupe.reviewer'

/** Who reviews in this browser as of now, however the name was given; '' while nobody said. */
export function reviewerNow(): string {
  return localStorage.getItem(NAME_KEY) ?? ''
}

/** Who reviews here: whoever signed in; else null until it is read, '' while nobody said. */
export function useReviewer(): [name: string | null, set: (name: string) => void] {
  const account = useContext(ShellContext)?.account
  const [name, setName] = useState<string | null>(null)
  useEffect(() => setName(reviewerNow()), [])
  return [
    account?.name ?? name,
    (next) => {
      if (next === '') localStorage.removeItem(NAME_KEY)
      else localStorage.setItem(NAME_KEY, next)
      setName(next)
    },
  ]
}

/** Asks once; afterwards says whose name the changes carry. */
export function ReviewerName({ name, onName }: { name: string | null; onName: (name: string) => void }) {
  const account = useContext(ShellContext)?.account
  if (account) return <span className="text-ink-3 text-small">as {account.name}</span>
  if (name === null) return null
  if (name !== '')
    return (
      <span className="text-ink-3 text-small">
        as {name}{' '}
        <button type="button" className="link max-md:py-3.5" onClick={() => onName('')}>
          Someone else
        </button>
      </span>
    )
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = String(new FormData(event.currentTarget).get('by') ?? '').trim()
    if (given !== '') onName(given)
  }
  return (
    <form onSubmit={onSubmit} className="flex min-w-0 items-center gap-2">
      <label className="flex min-w-0 items-center gap-2">
        <span className="whitespace-nowrap">Who reviews?</span>
        <TextInput
          name="by"
          maxLength={80}
          required
          placeholder="asked once"
          className="w-36! max-md:min-w-0 max-md:shrink"
        />
      </label>
      <Button type="submit" variant="solid">
        Begin
      </Button>
    </form>
  )
}
