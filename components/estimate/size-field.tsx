import { TextInput } from '@/components/ui/field.tsx'

/** How many are drawn: 1 to 1,000; what is no number is the usual size. */
export function SizeField({
  label,
  value,
  usual,
  onChange,
}: {
  label: string
  value: number
  usual: number
  onChange: (size: number) => void
}) {
  return (
    <label className="flex items-center gap-2">
      <span className="whitespace-nowrap">{label}</span>
      <TextInput
        type="number"
        min={1}
        max={1_000}
        value={value}
        onChange={(event) => onChange(Math.max(1, Number(event.target.value) || usual))}
        className="w-16!"
      />
    </label>
  )
}
