import { afterEach, expect, it, vi } from 'vitest'
import { signedUndo, undoOf } from './use-entry-changes.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

it('an undo bears the name of whoever reviews at that moment, and none while nobody said', () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', { getItem: (key: string) => kept.get(key) ?? null })
  expect(signedUndo(7)).toEqual({ revision: 7 })
  kept.set('loupe.reviewer', 'Ada')
  expect(signedUndo(7)).toEqual({ revision: 7, by: 'Ada' })
})

it('where nothing changed nothing is offered to be undone', () => {
  const takeBack = vi.fn(async () => undefined)
  expect(undoOf(null, takeBack)).toEqual({})
  undoOf(7, takeBack).undo?.run()
  expect(takeBack).toHaveBeenCalledExactlyOnceWith(7)
})
