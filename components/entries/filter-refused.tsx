import { LinkButton } from '@/components/ui/button.tsx'
import { ErrorState } from '@/components/ui/states.tsx'

/** The filter in the address cannot be answered, for example an area of a map that was never computed. */
export function FilterRefused({
  refusal: { message, hint },
  whole,
}: {
  refusal: { message: string; hint: string }
  /** Address of the same page without a filter. */
  whole: string
}) {
  return (
    <ErrorState
      what={message}
      where="The filter stands in the address; nothing is lost."
      next={hint}
      actions={<LinkButton href={whole}>Without the filter</LinkButton>}
    />
  )
}
