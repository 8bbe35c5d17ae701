'use client'

import { useState } from 'react'
import type { ActionResult } from '@/lib/memory/views/curation.ts'
import { faultText } from './faults/fault-error.ts'
import { type Undo, useToast } from './toast.tsx'

/** Waits for a command and tells what came of it: `said` of what it gave, with the way back, or what went wrong and what next. */
export function useTelling() {
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  const tell = async <Value>(
    asked: Promise<ActionResult<Value>>,
    said?: string | ((value: Value) => string),
    undo?: Undo | null,
  ) => {
    setBusy(true)
    const result = await asked
    setBusy(false)
    if (!result.ok) toast.show({ text: faultText(result.error), tone: 'danger' })
    else if (said)
      toast.show({ text: typeof said === 'string' ? said : said(result.value), ...(undo && { undo }) })
    return result
  }
  return { tell, isBusy }
}
