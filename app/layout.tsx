import { GeistMono } from 'geist/font/mono'
import { GeistSans } from 'geist/font/sans'
import type { Metadata, Viewport } from 'next'
import { cookies } from 'next/headers'
import type { ReactNode } from 'react'
import { commandAction } from '@/app/commands.ts'
import { pageApi, pageCaller } from '@/app/guard.ts'
import { Frame } from '@/components/frame/frame.tsx'
import { Providers } from '@/components/frame/providers.tsx'
import { getLoupe } from '@/lib/loupe.ts'
import './globals.css'

const DESCRIPTION = 'A memory explorer for software-engineering agents.'

export const metadata: Metadata = {
  // Pictures are named by whole addresses; this process knows no other of its own.
  metadataBase: new URL(`http://127.0.0.1:${process.env.PORT ?? 3000}`),
  title: { default: 'Loupe', template: '%s · Loupe' },
  description: DESCRIPTION,
  applicationName: 'Loupe',
  manifest: '/manifest.webmanifest',
  openGraph: {
    type: 'website',
    siteName: 'Loupe',
    title: 'Loupe',
    description: DESCRIPTION,
    images: [{ url: '/social.png', width: 1200, height: 630, alt: DESCRIPTION }],
  },
  twitter: { card: 'summary_large_image' },
}

export const viewport: Viewport = {
  // The rail's ground.
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#f5f5f6' },
    { media: '(prefers-color-scheme: dark)', color: '#0d0e10' },
  ],
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  // Reads the request's headers, which makes every page dynamic, 404 included: a page built ahead could carry no nonce.
  const caller = await pageCaller()
  const theme = (await cookies()).get('theme')?.value
  return (
    <html
      lang="en"
      data-theme={theme === 'light' || theme === 'dark' ? theme : undefined}
      className={`${GeistSans.variable} ${GeistMono.variable}`}
      // A page that went to the other theme in this browser is right, not a mismatch.
      suppressHydrationWarning
    >
      <body>
        <Providers run={commandAction} barred={(await getLoupe()).barredFor(caller)}>
          {/* Around the sign-in page stands nothing, and no other page is made for whoever has not signed in. */}
          {caller !== 'nobody' ? (
            <Frame shell={await (await pageApi()).shell({ project: null })}>{children}</Frame>
          ) : (
            children
          )}
        </Providers>
      </body>
    </html>
  )
}
