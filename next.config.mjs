import { OLD_ADDRESSES } from './app/old-addresses.ts'
import { headCommit } from './scripts/reach/head-commit.ts'

/** @type {import('next').NextConfig} */
const config = {
  // Native code and the code that opens it stay outside the bundle: one SQLite build in the process.
  serverExternalPackages: ['better-sqlite3', '@prisma/adapter-better-sqlite3'],
  // A saved figure names the code that made it.
  env: { LOUPE_COMMIT: headCommit(import.meta.dirname) ?? '' },
  images: { unoptimized: true },
  poweredByHeader: false,
  // A page has its title from its first byte on, whoever asks.
  htmlLimitedBots: /.*/,
  // A page is read when it is first asked for: all of them at once delay the first by 2 s and take memory.
  // What is asked while the server is away waits for it: a page, a command (components/frame/server-away.tsx).
  // Where a piece of a built page comes from is only read by the development server, and is two thirds of what a build writes.
  experimental: {
    preloadEntriesOnStart: false,
    useOffline: true,
    turbopackSourceMaps: process.env.NODE_ENV === 'development',
  },
  // A lock file further up the tree must not become the root.
  turbopack: { root: import.meta.dirname },
  // `npm run check` has the types; a user who only starts Loupe need not wait for them.
  typescript: { ignoreBuildErrors: true },
  // `next dev` writes no instruction files into the tree.
  agentRules: false,
  redirects: async () =>
    OLD_ADDRESSES.map(({ from, to }) => ({ source: from, destination: to, permanent: false })),
  headers: async () => [
    // Its address changes with its content. Without this a browser asks for it again at each new address, every click on a facet.
    {
      source: '/icon.svg',
      headers: [{ key: 'Cache-Control', value: 'public, max-age=31536000, immutable' }],
    },
    {
      source: '/:path*',
      headers: [
        { key: 'Referrer-Policy', value: 'no-referrer' },
        { key: 'X-Content-Type-Options', value: 'nosniff' },
        { key: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
        { key: 'Cross-Origin-Resource-Policy', value: 'same-origin' },
      ],
    },
  ],
}

export default config
