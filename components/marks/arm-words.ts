const NAMES: Partial<Record<string, string>> = {
  vanilla: 'no memory',
  subtask: 'subtask memory',
  instance: 'instance memory',
  global: 'no category filter',
  raw: 'raw steps',
  random: 'random entries',
  soft: 'soft category',
  selective: 'subtask memory that may stay silent',
  oracle: 'told the right mechanism',
  'wrong-drawer': 'the wrong category at times',
  'same-task-excluded': 'own task’s entries left out',
}

/** An arm in words; `-uncharged` says that memory's own steps cost no budget. */
export function armWords(arm: string): string {
  const [base = arm, isFree] = arm.endsWith('-uncharged') ? [arm.slice(0, -10), true] : [arm, false]
  return `${NAMES[base] ?? base}${isFree ? ', its steps free' : ''}`
}
