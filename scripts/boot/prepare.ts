/** Brings the data folder to a state that can be served: migrations, and at the first start the sample. */

import { reachLoupe } from '../reach/reach-loupe.ts'
import { report } from '../reach/run-script.ts'

try {
  const loupe = await reachLoupe({ begins: true })
  await loupe.api.offerSample()
  await loupe.close()
} catch (error) {
  process.exitCode = report(error)
}
