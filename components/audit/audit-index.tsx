'use client'

import { PageHead } from '@/components/frame/page-head.tsx'
import { AUDIT_PAGES } from '@/components/frame/pages.ts'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { TopBar } from '@/components/frame/top-bar.tsx'
import { Link } from '@/components/ui/link.tsx'
import { AuditTabs } from './audit-tabs.tsx'

/** What each room answers, and what it needs for that. */
const QUESTIONS: Record<string, { question: string; needs: string }> = {
  '/audit/gain': {
    question: 'Does memory help, from when on, and can we tell?',
    needs: 'outcomes with memory and without: the workbench measures them here',
  },
  '/audit/recurrence': {
    question: 'Will memory ever pay on this stream?',
    needs: 'entries alone: no outcomes, no key',
  },
  '/audit/replay': {
    question: 'What would have been retrieved as this memory grew?',
    needs: 'stored runs: their subtasks ask, their entries come in, order by order',
  },
  '/audit/categories': {
    question: 'How often is the wrong drawer opened, and what does it cost?',
    needs: 'labels of a person or declared by the agent',
  },
  '/audit/abstraction': {
    question: 'Is the lesson better than the log?',
    needs: 'labelled queries; one column for each extractor of the same steps',
  },
  '/audit/reuse': {
    question: 'Which entries carry the memory, which harm it, which are dead weight?',
    needs: 'retrievals that agents were served; outcomes for utility',
  },
  '/audit/experiments': {
    question: 'Are these two runs comparable, and which is better?',
    needs: 'results of two runs over the same instances: CSV, JSON Lines, SWE-bench reports',
  },
  '/audit/paper': {
    question: 'What do the published figures show, and what can they not?',
    needs: 'nothing: the figures of arXiv 2602.21611 and arithmetic',
  },
}

/** The questions of the audit, in the order in which they are asked. */
export function AuditIndex() {
  const href = useProjectHref()
  return (
    <>
      <TopBar crumbs={[{ label: 'Audit' }]} />
      <PageHead
        question="Does memory help, when does it hurt, and how sure are we?"
        verdict="Each question has a page; each number says where it comes from, and what is not known stays empty."
      />
      <AuditTabs />
      <ul>
        {AUDIT_PAGES.map(({ label, path }) => (
          <li
            key={path}
            className="grid grid-cols-[140px_minmax(0,1fr)] gap-x-4 border-hairline border-b px-6 py-3 max-md:grid-cols-[minmax(0,1fr)] max-md:px-4"
          >
            <Link href={href(path)} className="link w-fit font-medium max-md:py-3">
              {label}
            </Link>
            <p>
              {QUESTIONS[path]?.question}
              <span className="block text-ink-3 text-small">Needs {QUESTIONS[path]?.needs}.</span>
            </p>
          </li>
        ))}
      </ul>
    </>
  )
}
