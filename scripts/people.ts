import { UserError } from '../lib/memory/errors.ts'
import { ROLES, type Role } from '../lib/memory/people.ts'
import { readArguments, runScript, UsageError } from './reach/run-script.ts'

const USAGE = `usage: npm run people -- [--json]
       npm run people -- add NAME --role ${ROLES.join('|')} [--projects a,b]
       npm run people -- change NAME --role ${ROLES.join('|')} [--projects a,b]
       npm run people -- remove NAME
       npm run people -- reset NAME`

await runScript(async (open) => {
  const { values, positionals } = readArguments(USAGE, {
    role: { type: 'string' },
    projects: { type: 'string' },
    json: { type: 'boolean', default: false },
  })
  const [verb = 'list', name = '', ...more] = positionals
  const role = ROLES.find((one) => one === values.role)
  const isMeant =
    verb === 'list'
      ? name === ''
      : name !== '' && (['remove', 'reset'].includes(verb) || (role && ['add', 'change'].includes(verb)))
  if (!isMeant || more.length > 0) throw new UsageError(USAGE)
  const say = (lines: readonly string[], whole: unknown) =>
    console.log(values.json ? JSON.stringify(whole) : lines.join('\n'))
  const rights = { role: role as Role, projects: values.projects ? values.projects.split(',') : null }
  const { api } = await open({ begins: verb === 'add' })
  const people = await api.people()
  const id = people.find((one) => one.name.toLowerCase() === name.toLowerCase())?.id
  const requireId = () => {
    if (id !== undefined) return id
    throw new UserError('not-found', `There is no account “${name}”.`, { hint: 'npm run people lists them.' })
  }
  const told = ({ password }: { password: string }) => [
    password,
    `The password of ${name}, shown this once; it is replaced at the first sign-in.`,
  ]
  if (verb === 'add') {
    const made = await api.addPerson({ name, ...rights })
    say(told(made), made)
  } else if (verb === 'reset') {
    const made = await api.resetPassword({ id: requireId() })
    say(told(made), made)
  } else if (verb === 'change') {
    await api.changePerson({ id: requireId(), ...rights })
    say([`${name}: ${role}, ${values.projects ?? 'all projects'}.`], { changed: id, ...rights })
  } else if (verb === 'remove') {
    await api.removePerson({ id: requireId() })
    say([`${name} signs in no more.`], { removed: id })
  } else {
    const lines = people.map(
      ({ name: who, role: is, projects, seenAt }) =>
        `${who}: ${is}; ${projects?.join(', ') ?? 'all projects'}; ${seenAt === null ? 'never signed in' : `last here ${seenAt}`}`,
    )
    say(lines.length > 0 ? lines : ['There is no account: nobody has to sign in.'], people)
  }
  return 0
})
