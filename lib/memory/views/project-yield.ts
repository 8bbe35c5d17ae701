/** What became of the stages of a project's episodes. */
export type ProjectYield = {
  stageCount: number
  /** Stages with a lesson, whoever wrote it. */
  lessonCount: number
  /** Why the others have none, the commonest first. */
  reasons: { reason: string; count: number }[]
}
