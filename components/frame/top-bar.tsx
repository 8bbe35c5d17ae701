'use client'

import clsx from 'clsx'
import { usePathname } from 'next/navigation'
import { DropdownMenu } from 'radix-ui'
import { Fragment, type ReactNode } from 'react'
import { Button } from '@/components/ui/button.tsx'
import { formatCount } from '@/components/ui/format.ts'
import { Link } from '@/components/ui/link.tsx'
import { MENU_ITEM, Menu } from '@/components/ui/menu.tsx'
import type { HrefParams } from './project-href.ts'
import { projectHref } from './project-href.ts'
import { useProjectHref, useShell } from './shell.tsx'
import { ThemeToggle } from './theme-toggle.tsx'

/** One level of the path after the project: `{ label: 'Memories', path: '/memories' }`; the last needs no path. */
export type Crumb = { label: ReactNode; path?: string; mono?: boolean }

/** First element of every page: project / page / item at the left, at most two page actions at the right. */
export function TopBar({ crumbs, note, actions }: TopBarProps) {
  const { openMenu, openPalette } = useShell()
  const href = useProjectHref()
  // A phone has room for the beginning of the project's name beside the item and the list it is in.
  const isDeep = crumbs.length > 1
  return (
    <div className="sticky top-0 z-20 flex h-11 flex-none items-center gap-3 border-hairline border-b bg-surface px-6 max-md:px-4">
      <MenuButton openMenu={openMenu} />
      <Crumbs crumbs={crumbs} isDeep={isDeep} href={href} />
      {note && (
        <span className="flex items-center gap-1 whitespace-nowrap text-ink-3 text-small max-lg:hidden">
          {note}
        </span>
      )}
      <div className="ml-auto flex flex-none items-center gap-2 max-md:-mr-3 max-md:gap-0 max-md:[&>*]:h-11 max-md:[&>*]:border-transparent max-md:[&>*]:bg-transparent">
        {actions}
        <Button keys="⌘K" title="Jump to a page, an entry, an action" onClick={openPalette}>
          Jump
        </Button>
        <ThemeToggle />
      </div>
    </div>
  )
}

type TopBarProps = {
  crumbs: Crumb[]
  note?: ReactNode
  actions?: ReactNode
}

function Crumbs({
  crumbs,
  isDeep,
  href,
}: Pick<TopBarProps, 'crumbs'> & { isDeep: boolean; href: (path: string, params?: HrefParams) => string }) {
  return (
    <nav aria-label="Where you are" className="flex min-w-0 items-center gap-2">
      <span className={clsx('contents', isDeep && 'max-md:[&>*]:max-w-[76px]')}>
        <ProjectSwitcher />
      </span>
      {crumbs.map((crumb, level) => (
        <Fragment key={crumb.path ?? level}>
          <span className="text-strong" aria-hidden="true">
            /
          </span>
          {crumb.path ? (
            <Link href={href(crumb.path)} className="link flex-none max-md:py-3">
              {crumb.label}
            </Link>
          ) : (
            <span
              aria-current={level === crumbs.length - 1 ? 'page' : undefined}
              className={clsx('min-w-0 truncate', crumb.mono && 'font-mono text-small')}
            >
              {crumb.label}
            </span>
          )}
        </Fragment>
      ))}
    </nav>
  )
}

function MenuButton({ openMenu }: { openMenu: () => void }) {
  return (
    <button
      type="button"
      aria-label="Menu"
      onClick={openMenu}
      className="-mr-2 -ml-3.5 hidden size-11 flex-none items-center justify-center max-md:inline-flex"
    >
      <svg
        width="18"
        height="18"
        viewBox="0 0 18 18"
        stroke="currentColor"
        strokeWidth="1.5"
        aria-hidden="true"
      >
        <path d="M2 5h14M2 9h14M2 13h14" />
      </svg>
    </button>
  )
}

function ProjectSwitcher() {
  const { projects, current } = useShell()
  const pathname = usePathname() ?? ''
  if (!current) return <span className="font-medium">Loupe</span>
  if (projects.length < 2) return <span className="min-w-0 truncate font-medium">{current.name}</span>
  // An item of one project means nothing in another: go up to its list.
  const path = `/${pathname.split('/')[1] ?? ''}`
  return (
    <Menu
      align="start"
      className="min-w-56"
      trigger={
        <Button
          variant="quiet"
          className="-mx-2 min-w-0 font-medium"
          aria-label={`Project ${current.name}, choose another`}
        >
          <span className="truncate">{current.name}</span>
          <svg
            width="8"
            height="8"
            viewBox="0 0 8 8"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.4"
            aria-hidden="true"
          >
            <path d="m1 2.5 3 3 3-3" />
          </svg>
        </Button>
      }
    >
      {projects.map((project) => (
        <DropdownMenu.Item key={project.id} asChild>
          <Link
            href={projectHref(path, project.name)}
            aria-current={project.id === current.id ? 'true' : undefined}
            className={clsx(MENU_ITEM, 'gap-6 aria-[current]:font-medium')}
          >
            {project.name}
            <span className="font-mono font-normal text-ink-3 text-micro">
              {formatCount(project.liveCount)}
            </span>
          </Link>
        </DropdownMenu.Item>
      ))}
    </Menu>
  )
}
