import { GeistMono } from 'geist/font/mono'
import { GeistSans } from 'geist/font/sans'
import type { Metadata } from 'next'
import { cookies } from 'next/headers'
import type { ReactNode } from 'react'
import { scanAction } from '@/app/finding-actions.ts'
import { guardPage } from '@/app/guard.ts'
import { Frame } from '@/components/ui/frame.tsx'
import { Providers } from '@/components/ui/providers.tsx'
import { getLoupe } from '@/lib/runtime.ts'
import './globals.css'

export const metadata: Metadata = {
  title: { default: 'Loupe', template: '%s · Loupe' },
  description: 'A memory explorer for software-engineering agents.',
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  // Reads the request's headers, which makes every page dynamic, 404 included: a page built ahead could carry no nonce.
  await guardPage()
  const theme = (await cookies()).get('theme')?.value
  const loupe = await getLoupe()
  return (
    <html
      lang="en"
      data-theme={theme === 'light' || theme === 'dark' ? theme : undefined}
      className={`${GeistSans.variable} ${GeistMono.variable}`}
      // A page that went to the other theme in this browser is right, not a mismatch.
      suppressHydrationWarning
    >
      <body>
        <Providers>
          <Frame shell={await loupe.shell(null)} scan={scanAction}>
            {children}
          </Frame>
        </Providers>
      </body>
    </html>
  )
}
