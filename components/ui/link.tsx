import NextLink from 'next/link'
import type { ComponentProps } from 'react'

/**
 * A link to a page of ours, not read ahead: every page is made when it is asked for, so that what is read ahead is thrown
 * away, and the page that a person does ask for waits behind it.
 */
export function Link(props: ComponentProps<typeof NextLink>) {
  return <NextLink prefetch={false} {...props} />
}
