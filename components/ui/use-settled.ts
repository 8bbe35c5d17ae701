import { useEffect, useState } from 'react'

/** A value once it has stood for a moment, ms. */
export function useSettled<Value>(value: Value, pauseMs: number): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value, pauseMs])
  return settled
}
