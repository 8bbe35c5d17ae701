import type { Services } from './services.ts'

/** What the audit's pages compute at a first view, in their order. */
export function reportsOf(
  { audit, experiments }: Pick<Services, 'audit' | 'experiments'>,
  project: { id: string; name: string },
) {
  return [
    () => audit.recurrence(project.id),
    () => audit.categories(project),
    () => audit.wall(project),
    () => audit.abstraction(project),
    () => audit.reuse(project.id),
    () => experiments.report(),
  ]
}
