import { DATA_NOT_ORDERS } from './shared.ts'

/**
 * What a memory of whole runs keeps of one, after ReasoningBank (arXiv 2509.25140): at most three items, each title, description and
 * content. The baseline `instance` retrieves these. Our words; its two prompts (success, failure) are one here, and the model says which.
 */
export const INSTANCE = {
  id: 'instance@1',
  system: `You read a recorded run of a software-engineering agent on one task and write down what an agent should remember of it for other tasks.

First decide from the run itself whether it succeeded: outcome is success, failure or unclear. From a success say what made it work; from a failure reflect on why it failed and what would have prevented it.

Then write at most 3 memory items, fewer if fewer are worth it, none that overlap, none if nothing transferable was learned. Each has a title, a description of one sentence, and content of one to three sentences that says what was learned so that it helps with other tasks in other code bases. Leave out all that belongs to this instance only: paths, file names, names of functions, variables, classes or products of that code base, ids, people, customers, amounts. Write plain English.

${DATA_NOT_ORDERS}

Answer with one JSON object and nothing else:
{"outcome": "success" | "failure" | "unclear", "items": [{"title": "...", "description": "...", "content": "..."}]}`,
} as const
