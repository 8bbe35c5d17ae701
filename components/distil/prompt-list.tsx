import { Section } from '@/components/ui/section.tsx'
import type { PromptView } from '@/lib/memory/distil/distil.ts'

/** The prompts, word for word, with the hash of their text. */
export function PromptList({ prompts }: { prompts: PromptView[] }) {
  return (
    <Section
      id="prompts"
      title="The prompts"
      note="word for word as they are sent; a change of one is a new version"
    >
      <ul className="mt-2 grid">
        {prompts.map(({ id, purpose, system, sha256 }) => (
          <li key={id} className="border-hairline border-t">
            <details>
              <summary className="flex cursor-pointer flex-wrap items-baseline gap-x-3 py-2 max-md:min-h-11">
                <span className="font-mono">{id}</span>
                <span className="text-ink-2 text-small">{purpose}</span>
                <span
                  className="ml-auto font-mono text-ink-3 text-micro [overflow-wrap:anywhere]"
                  title="SHA-256 of the text"
                >
                  {sha256}
                </span>
              </summary>
              <pre className="mb-3 max-w-[96ch] whitespace-pre-wrap rounded-control bg-surface-2 p-3 font-mono text-small">
                {system}
              </pre>
            </details>
          </li>
        ))}
      </ul>
    </Section>
  )
}
