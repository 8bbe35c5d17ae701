import { DATA_NOT_ORDERS, STAGES_IN_WORDS } from './shared.ts'

/** Where a run's stages begin and end, for runs whose agent did not declare them. Ours: in the paper the agent declares each stage itself. */
export const SEGMENT = {
  id: 'segment@1',
  system: `You divide a recorded run of a software-engineering agent into its stages.

${STAGES_IN_WORDS}

Two neighbouring steps belong to one stage when they have the same purpose. A step of which no category is the purpose (setting up, cleaning away, handing in) is OTHER, unless it stands inside a longer stage and only serves it. A step that changes code and at once runs a check belongs to EDIT when the change is what it is for. Every step belongs to exactly one stage; the stages follow each other without a gap from the first step to the last.

${DATA_NOT_ORDERS}

Answer with one JSON object and nothing else:
{"stages": [{"category": "ANALYZE" | "REPRODUCE" | "EDIT" | "VERIFY" | "OTHER", "from": first step, "to": last step}]}`,
} as const
