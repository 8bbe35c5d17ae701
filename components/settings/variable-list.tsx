import { SectionTitle } from '@/components/ui/section.tsx'
import { ErrorState } from '@/components/ui/states.tsx'
import type { SettingsView } from '@/lib/memory/embedders.ts'

/** Which variables of the environment are set. Their values never come here. */
export function VariableList({ settings: { variables, fault } }: { settings: SettingsView }) {
  const isBare = variables.every(({ name, isSet }) => !isSet || !name.startsWith('OPENAI_'))
  return (
    <section className="px-6 py-5 max-md:px-4">
      <SectionTitle title="A model behind a server" note="set by the environment alone, read at the start" />
      {isBare && (
        <p className="mt-1 max-w-[76ch] text-pretty text-ink-2">
          Nothing is set, and nothing needs to be: Loupe works offline. To use the embedding model of OpenAI
          or of any compatible server (Ollama, vLLM, llama.cpp), set <code>OPENAI_EMBED_MODEL</code> and{' '}
          <code>OPENAI_BASE_URL</code> or <code>OPENAI_API_KEY</code>, then start Loupe again.
        </p>
      )}
      {fault && <ErrorState className="mt-2 !px-4" what={fault.message} next={fault.hint} />}
      <dl className="mt-2 grid max-w-[100ch] grid-cols-[230px_70px_1fr] gap-x-4 max-md:grid-cols-[1fr_auto]">
        {variables.map(({ name, isSet, what }) => (
          <div key={name} className="col-span-full grid grid-cols-subgrid border-hairline border-b py-1.5">
            <dt className="font-mono text-small">{name}</dt>
            <dd className={isSet ? 'font-medium text-small' : 'text-ink-3 text-small'}>
              {isSet ? '✓ set' : 'not set'}
            </dd>
            <dd className="text-pretty text-ink-2 text-small max-md:col-span-full">{what}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
