'use client'

import { createContext, type ReactNode, useContext, useState } from 'react'
import type { Commands, OperationName } from '@/lib/memory/operation.ts'
import type { ActionResult } from '@/lib/memory/views/curation.ts'
import { NO_ANSWER } from './faults/fault-error.ts'

type Run = (name: OperationName, input: unknown) => Promise<ActionResult<unknown>>

const CommandsContext = createContext<Commands | null>(null)

/** The role that a command takes, of those that whoever signed in may not ask. */
export type Barred = Partial<Record<OperationName, string>>
const NOTHING: Barred = {}
const BarredContext = createContext<Barred>(NOTHING)

/** Lets every component below ask commands; `run` is the server action. */
export function CommandsProvider({
  run,
  barred = NOTHING,
  children,
}: {
  run: Run
  barred?: Barred
  children: ReactNode
}) {
  const [commands] = useState(() => commandsOver(run))
  return (
    <CommandsContext value={commands}>
      <BarredContext value={barred}>{children}</BarredContext>
    </CommandsContext>
  )
}

/** Why whoever signed in may not ask a command; undefined where they may. */
export function useBarred(name: OperationName | undefined): string | undefined {
  const role = useContext(BarredContext)[name as OperationName]
  return name && role && `This takes the role ${role}.`
}

/** Every command as a function of its input, the same functions for as long as the page lives. */
export function useCommands(): Commands {
  const commands = useContext(CommandsContext)
  if (!commands) throw new Error('useCommands needs a CommandsProvider above it')
  return commands
}

/** Exported for its test. */
export function commandsOver(run: Run): Commands {
  const made = new Map<string, (input: unknown) => Promise<ActionResult<unknown>>>()
  return new Proxy({} as Commands, {
    get(_, name) {
      if (typeof name === 'symbol') return undefined
      const ask =
        made.get(name) ?? ((input: unknown) => run(name as OperationName, input).catch(() => NO_ANSWER))
      made.set(name, ask)
      return ask
    },
  })
}
