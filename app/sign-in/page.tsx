import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { pageCaller } from '@/app/guard.ts'
import { oneParam } from '@/components/frame/project-href.ts'
import { SignInForm } from '@/components/sign-in/sign-in-form.tsx'

export const metadata: Metadata = { title: 'Sign in' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

/** The one page without a session. Whoever has one, or needs none, is led on. */
export default async function SignInPage({ searchParams }: Props) {
  const caller = await pageCaller()
  const to = ownPath(oneParam((await searchParams).to))
  if (caller !== 'nobody') redirect(to)
  return <SignInForm to={to} />
}

/** A path of this Loupe: no address leads from here to another site. */
function ownPath(to: string | null | undefined): string {
  const here = 'http://loupe.invalid'
  const url = URL.canParse(to ?? '/', here) ? new URL(to ?? '/', here) : null
  const isOwn = url?.origin === here && !url.pathname.startsWith('//') && url.pathname !== '/sign-in'
  return isOwn ? `${url.pathname}${url.search}` : '/'
}
