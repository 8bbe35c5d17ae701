import { PageTabs } from '@/components/frame/page-tabs.tsx'

const TABS = [
  { path: '/playground', label: 'Ask' },
  { path: '/playground/compare', label: 'Compare' },
]

/** The two rooms of the playground: one question, and the same question asked of several strategies. */
export function PlaygroundTabs() {
  return <PageTabs label="Playground" tabs={TABS} isHere={(path, pathname) => path === pathname} />
}
