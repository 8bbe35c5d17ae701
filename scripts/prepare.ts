/** Brings the data folder to a state that can be served: migrations, and at the first start the sample. */

import { openDoors } from './open-doors.ts'
import { report } from './run-door.ts'

try {
  const doors = await openDoors()
  await doors.offerSample()
  await doors.close()
} catch (error) {
  process.exitCode = report(error)
}
