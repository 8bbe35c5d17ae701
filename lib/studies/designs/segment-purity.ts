import { stagesOfSteps } from '../../extract/rules/stage-of-step.ts'
import type { Step } from '../../memory/trajectory.ts'

/** Where a labelled subtask lies in its run. */
export interface Place {
  episodeId: string
  fromStep: number
  toStep: number
}

/**
 * How pure each subtask is: the share of its steps that carry their most common label, by the rules a step at a time. Null for one
 * without steps. Each run is read once, from its beginning: what a step is depends on those before it.
 */
export async function segmentPurities(
  places: readonly Place[],
  stepsOf: (episodeId: string) => Promise<Step[]>,
): Promise<(number | null)[]> {
  const found = new Map<Place, number | null>()
  for (const [episodeId, own] of Map.groupBy(places, ({ episodeId: id }) => id)) {
    const stages = stagesOfSteps({ steps: await stepsOf(episodeId) })
    for (const place of own) {
      const inside = stages.filter(({ step }) => step >= place.fromStep && step <= place.toStep)
      const counts = [...Map.groupBy(inside, ({ stage }) => stage).values()].map(({ length }) => length)
      found.set(place, inside.length === 0 ? null : Math.max(...counts) / inside.length)
    }
  }
  return places.map((place) => found.get(place) ?? null)
}
