'use client'

import { createContext, type ReactNode, useContext } from 'react'

/** Makes a screen's state one: a component that holds what its hook returns, and a hook by which every part below reads it. */
export function sharedState<Props extends object, State extends object>(useScreen: (props: Props) => State) {
  const Context = createContext<State | null>(null)
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each screen, at import.
  function Holder(props: Props & { children: ReactNode }) {
    return <Context value={useScreen(props)}>{props.children}</Context>
  }
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each screen, at import.
  function useShared(): State {
    const state = useContext(Context)
    if (!state) throw new Error(`The state of ${useScreen.name} was read outside of its holder`)
    return state
  }
  return [Holder, useShared] as const
}
