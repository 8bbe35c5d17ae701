import { z } from 'zod'
import { SCOPES } from '../lib/memory/keys.ts'
import { readArguments, UsageError } from './reach/arguments.ts'
import { runScript } from './reach/run-script.ts'

const USAGE = `usage: npm run keys -- [--json]
       npm run keys -- make NAME --scopes ${SCOPES.join(',')} [--project P]
       npm run keys -- revoke ID`

await runScript(async (open) => {
  const { values, positionals } = readArguments(USAGE, {
    scopes: { type: 'string' },
    project: { type: 'string' },
    json: { type: 'boolean', default: false },
  })
  const [verb = 'list', name, ...more] = positionals
  const say = (lines: readonly string[], whole: unknown) =>
    console.log(values.json ? JSON.stringify(whole) : lines.join('\n'))
  const scopes = z
    .array(z.enum(SCOPES))
    .min(1)
    .safeParse((values.scopes ?? '').split(','))
  const isMeant =
    verb === 'make' ? name && scopes.success : verb === 'revoke' ? name : verb === 'list' && !name
  if (!isMeant || more.length > 0) throw new UsageError(USAGE)
  const { api } = await open()
  if (verb === 'make') {
    const made = await api.makeKey({
      name: name ?? '',
      scopes: scopes.data ?? [],
      project: values.project ?? null,
    })
    say([made.key, `This is shown once; ${made.id} revokes it.`], made)
  } else if (verb === 'revoke') {
    await api.revokeKey({ id: name ?? '' })
    say(['Revoked.'], { revoked: name })
  } else {
    const keys = await api.keys()
    const lines = keys.map(
      ({ id, name: whose, scopes: may, project, usedAt }) =>
        `${id} ${whose}: ${may.join(', ')}; ${project ?? 'all projects'}; ${usedAt === null ? 'never used' : `last used ${usedAt}`}`,
    )
    say(lines.length > 0 ? lines : ['There is no key but the owner’s token.'], keys)
  }
  return 0
})
