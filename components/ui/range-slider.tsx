import clsx from 'clsx'
import { type ComponentProps, useEffect, useRef, useState } from 'react'

type RangeSliderProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type'> & {
  value: number
  /** Once it rests. */
  onValue: (value: number) => void
  /** How the value is written beside it. */
  write: (value: number) => string
}

/** How long it rests before the page is asked again, ms. */
const REST_MS = 200

export function RangeSlider({ value, onValue, write, className, ...input }: RangeSliderProps) {
  const [draft, setDraft] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => setDraft(value), [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <>
      <input
        {...input}
        type="range"
        aria-valuetext={write(draft)}
        value={draft}
        onChange={(event) => {
          const next = event.target.valueAsNumber
          setDraft(next)
          clearTimeout(timer.current)
          timer.current = setTimeout(() => onValue(next), REST_MS)
        }}
        className={clsx('h-6 min-w-0 accent-(--accent) max-md:h-11', className)}
      />
      <output className="num w-12 flex-none">{write(draft)}</output>
    </>
  )
}
