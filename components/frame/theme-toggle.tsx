'use client'

import { Button } from '@/components/ui/button.tsx'

/** Turns the page to the other theme and remembers it, unless that is what the system asks for anyway. */
export function ThemeToggle() {
  return (
    <Button
      variant="quiet"
      square
      aria-label="Switch between light and dark"
      title="Light or dark"
      onClick={toggleTheme}
    >
      <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
        <circle cx="8" cy="8" r="5.75" fill="none" stroke="currentColor" strokeWidth="1.5" />
        <path d="M8 2.25a5.75 5.75 0 0 1 0 11.5z" fill="currentColor" />
      </svg>
    </Button>
  )
}

export function toggleTheme(): void {
  const root = document.documentElement
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  const next = (root.dataset.theme ?? system) === 'dark' ? 'light' : 'dark'
  root.dataset.theme = next
  // The server reads the cookie and renders with it, so that no page flashes in the other theme.
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet.
  document.cookie = `theme=${next}; path=/; max-age=${next === system ? 0 : 31_536_000}; samesite=lax`
}
