'use client'

import { useQuery } from '@tanstack/react-query'
import { Button } from '@/components/ui/button.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { SectionTitle } from '@/components/ui/section.tsx'
import { ErrorState, Skeleton } from '@/components/ui/states.tsx'
import { FigureLines } from '@/components/ui/table/figure-lines.tsx'
import { estimateLines } from './prepare-settings.ts'

type Going = {
  isCurrent: boolean
  isRemote: boolean
  isBusy: boolean
  onStart: (thenSwitch: boolean) => void
}

/** What going over would take, before anything is done. Asking costs one vector of one short text. */
export function EstimatePanel({
  to,
  onClose,
  ...rest
}: Going & {
  to: string
  onClose: () => void
}) {
  const { estimateReEmbed } = useCommands()
  const { data, refetch, isFetching } = useQuery({
    queryKey: ['re-embed-estimate', to],
    queryFn: async () => await estimateReEmbed({ to }),
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  return (
    <section
      aria-label={`What ${to} would cost`}
      className="border-hairline border-b bg-surface-2 px-6 py-5 max-md:px-4"
    >
      <SectionTitle
        title={
          <>
            What <span className="font-mono">{to}</span> would cost
          </>
        }
        end={
          <Button variant="quiet" onClick={onClose}>
            Close
          </Button>
        }
      />
      {!data && <Skeleton lines={5} label="Reckoning" />}
      {data && !data.ok && (
        <ErrorState
          className="mt-2 !px-4"
          what={data.error.message}
          next={data.error.hint}
          reference={data.error.reference}
          actions={
            <Button disabled={isFetching} onClick={() => void refetch()}>
              Try again
            </Button>
          }
        />
      )}
      {data?.ok && <Estimate estimate={data.value} {...rest} />}
    </section>
  )
}

function Estimate({
  estimate,
  isCurrent,
  isRemote,
  isBusy,
  onStart,
}: Going & { estimate: Parameters<typeof estimateLines>[0] }) {
  return (
    <>
      <FigureLines lines={estimateLines(estimate)} />
      <p className="mt-3 max-w-[76ch] text-pretty text-ink-2">
        {isRemote && 'The descriptions of these entries are sent to the server that OPENAI_BASE_URL names. '}
        Retrieval serves the vectors it has until every entry has a new one, then goes over once. The old ones
        stay until you remove them.
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {!isCurrent && (
          <Button variant="solid" disabled={isBusy} onClick={() => onStart(true)}>
            {estimate.entries === 0 ? 'Go over to it' : 'Re-embed and go over'}
          </Button>
        )}
        {estimate.entries > 0 && (
          <Button disabled={isBusy} onClick={() => onStart(false)}>
            Make vectors only
          </Button>
        )}
      </div>
    </>
  )
}
