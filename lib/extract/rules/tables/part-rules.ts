import type { Category } from '../../../memory/category.ts'
import type { Pattern } from '../../../memory/rule.ts'

/* What marks a sentence as the goal of a stage, as data. */

/** What is worked with was a name, and a bare word for its kind is all that is left. */
export const LOST_OBJECT: Pattern = {
  pattern:
    /\b(?:use|using|install|call|calling|via) (?:it using )?(?:the|another) (?:value|function|method|expression|class|call|attribute|module|constant)\b(?! (?:that|which|of|name|itself)\b)/i,
  says: ['Update the main script to use the value for authentication.', 'Install the value.'],
  not: [
    'Use the value of the first row.',
    'Use the value that was read.',
    'Use the default for authentication.',
  ],
}

/** How the goal of a stage begins. */
export const GOALS: Record<Category, Pattern> = {
  ANALYZE: {
    pattern:
      /^(?:find|look|locate|understand|trace|check|examine|inspect|investigate|search|see|determine|identify|compare|read|analy[sz]e|explore|figure|learn|verify)\b/i,
    says: ['Trace the call', 'find where it is cut'],
    not: ['Sort the rows', 'The trace'],
  },
  REPRODUCE: {
    pattern:
      /^(?:reproduce|write|create|construct|build|run|trigger|show|confirm|demonstrate|test|update|add|make|simulate|set|verify|measure|check|see)\b/i,
    says: ['Simulate two clients', 'write a failing test'],
    not: ['Sort the rows', 'A test'],
  },
  EDIT: {
    pattern:
      /^(?:change|replace|add|use|remove|modify|update|move|wrap|handle|convert|copy|pass|return|raise|call|rename|import|refactor|implement|override|delegate|set|fix|insert|define|skip|make|apply|rewrite|bind|put|split|store|keep|compute|extend|allow|catch|introduce|restore|revert|avoid|check|ensure|create|write)\b/i,
    says: ['Rename the column', 'wrap the call'],
    not: ['Look at the column', 'Renaming it'],
  },
  VERIFY: {
    pattern:
      /^(?:verify|run|test|check|confirm|ensure|make sure|rerun|re-run|compare|validate|review|see|add|write|create|update|look)\b/i,
    says: ['Make sure that it is sorted', 'rerun the tests'],
    not: ['Sort the rows', 'The check'],
  },
}
