import { functionsOf, type Library, type LibraryFunction } from '../code/library.ts'
import { compile } from '../code/run-code.ts'
import { symptomOf } from '../evidence/symptom.ts'
import { repairsOf } from '../mechanisms/all-mechanisms.ts'
import { applyEdits, type Edit } from '../mechanisms/mechanism.ts'

/** A fault that is fit to be a task. */
export interface VerifiedFault {
  library: Library
  faulty: LibraryFunction
  edit: Edit
  buggy: string
  /** Functions whose visible tests show it, and how each reads in a report. */
  seenIn: { named: string; symptom: string }[]
}

/**
 * A fault is fit when a visible test fails, when a fix that only answers the failing visible tests as they wish still fails a
 * hidden one (so the faulty code itself fails a hidden test), and when taking it back is among the repairs an agent can propose.
 * Null when it is not.
 */
export async function verifyFault(
  library: Library,
  faulty: LibraryFunction,
  edit: Edit,
): Promise<VerifiedFault | null> {
  const buggy = applyEdits(library.source, [edit])
  const program = compile(buggy)
  const place = functionsOf(buggy).find(({ name }) => name === faulty.name)
  if (!program || !place) return null
  const reached = library.functions.filter(
    ({ name, helpers }) => name === faulty.name || helpers.includes(faulty.name),
  )
  const seenIn: VerifiedFault['seenIn'] = []
  let hiddenFailures = 0
  for (const { name } of reached) {
    for (const test of library.tests.filter(({ of }) => of === name)) {
      if (!test.hidden && seenIn.some(({ named }) => named === name)) continue
      const { passed, shown } = await program.run(test)
      if (passed) continue
      if (test.hidden) hiddenFailures++
      else seenIn.push({ named: name, symptom: symptomOf(test.expected, shown) })
    }
  }
  if (seenIn.length === 0 || hiddenFailures === 0) return null
  if (!repairsOf(buggy, place).some((repair) => applyEdits(buggy, [repair]) === library.source)) return null
  return { library, faulty, edit, buggy, seenIn }
}

/** Whether some single change passes every visible test of the named function and fails a hidden test of the library. */
export async function hasTemptingRepair(
  { library, faulty, buggy }: VerifiedFault,
  named: string,
): Promise<boolean> {
  const place = functionsOf(buggy).find(({ name }) => name === faulty.name)
  if (!place) return false
  const visible = library.tests.filter(({ of, hidden }) => of === named && !hidden)
  const hidden = library.tests.filter((test) => test.hidden)
  for (const repair of repairsOf(buggy, place)) {
    const program = compile(applyEdits(buggy, [repair]))
    if (!program) continue
    let passes = true
    for (const test of visible) passes = passes && (await program.run(test)).passed
    if (!passes) continue
    for (const test of hidden) if (!(await program.run(test)).passed) return true
  }
  return false
}
