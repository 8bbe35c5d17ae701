import { PageHead } from '@/components/frame/page-head.tsx'
import { SourceChip } from '@/components/marks/source-chip.tsx'
import { formatUsd, plural } from '@/components/ui/format.ts'
import type { Source } from '@/lib/memory/source.ts'
import { isOfGit } from '@/lib/memory/trajectory.ts'
import type { EpisodeDetail } from '@/lib/memory/views/episodes.ts'
import { prepareEpisodeVerdict } from './prepare-episode-verdict.ts'

export function EpisodeHead({ detail, source }: EpisodeHeadProps) {
  const { episode, subtasks, returns, attempts } = detail
  const ofGit = isOfGit(episode.outcomeSource)
  const at = attempts.findIndex((attempt) => attempt.id === episode.id)
  return (
    <>
      <PageHead
        question="What happened, stage by stage, and what was learned?"
        verdict={prepareEpisodeVerdict({ ...episode, subtasks, returns })}
        basis={
          <>
            <span>
              {ofGit ? (
                <SourceChip source="git" />
              ) : (
                episode.outcome !== null && (
                  <SourceChip source={source === 'written' ? 'written' : 'imported'} />
                )
              )}
              {episode.outcome === null || ofGit
                ? (episode.outcomeSource ?? 'no source for the outcome')
                : `outcome from ${episode.outcomeSource ?? 'the file'}`}
            </span>
            <span>
              {episode.instanceId}
              {attempts.length > 1 && `, attempt ${at + 1} of ${attempts.length}`}
            </span>
            <span>
              {plural(subtasks.length, 'subtask')}, {plural(episode.entryCount, 'entry', 'entries')}
            </span>
            <span>
              {episode.agent}
              {episode.backbone && `, ${episode.backbone}`}
            </span>
            {episode.costUsd !== null && <span>{formatUsd(episode.costUsd)}</span>}
            {episode.exitStatus && <span className="text-ink-3">ended {episode.exitStatus}</span>}
            {episode.maskedSecretCount > 0 && (
              <span className="text-warning">{plural(episode.maskedSecretCount, 'secret')} masked</span>
            )}
          </>
        }
      />
      <TaskText episode={episode} />
    </>
  )
}

type EpisodeHeadProps = { detail: EpisodeDetail; source: Source }

function TaskText({ episode }: { episode: EpisodeDetail['episode'] }) {
  return (
    <details className="group border-hairline border-b px-6 py-2 text-small max-md:px-4">
      <summary className="text-ink-2 touch:py-3.5">
        <span className="font-medium text-ink">Task</span> {episode.taskTitle}
        {episode.warnings.length > 0 && (
          <span className="ml-3 text-warning">
            {plural(episode.warnings.length, 'warning')} while reading
          </span>
        )}
      </summary>
      <div className="max-h-[46vh] max-w-[80ch] overflow-y-auto py-2">
        <p className="whitespace-pre-wrap text-read [overflow-wrap:anywhere]">{episode.taskText}</p>
        <p className="mt-3 text-ink-3">
          {episode.format}, {episode.fileName}
        </p>
        {episode.warnings.map((warning) => (
          <p key={warning} className="text-warning">
            {warning}
          </p>
        ))}
      </div>
    </details>
  )
}
