import type { Metadata } from 'next'
import { pageApi } from '@/app/guard.ts'
import { Screen } from '@/components/frame/screen.tsx'
import { LinkButton } from '@/components/ui/button.tsx'

export const metadata: Metadata = { title: { absolute: 'Not found · Loupe' } }

export default async function NotFound() {
  await pageApi()
  return (
    <Screen
      crumbs={[{ label: 'Not here' }]}
      question="Where is it?"
      verdict="There is nothing at this address."
    >
      <div className="max-w-[66ch] px-6 py-6 max-md:px-4">
        <p className="text-ink-2">
          The project, entry or episode may have been removed, or the link belongs to another Loupe. Nothing
          stored was touched.
        </p>
        <p className="mt-3 flex gap-2">
          <LinkButton href="/memories" variant="solid">
            Memories
          </LinkButton>
          <LinkButton href="/">Overview</LinkButton>
        </p>
      </div>
    </Screen>
  )
}
