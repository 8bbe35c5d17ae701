import { describe, expect, it } from 'vitest'
import { instanceIdFromFileName, nameInstance, repoOfInstance } from './instance-id.ts'

describe('the instance of a run', () => {
  it('is the explicit field, else the prompt, else the record, else the file name with a warning', () => {
    const prompt = 'Fix this.\ninstance_id: a__b-2\n'
    expect(
      nameInstance(
        { explicit: 'a__b-1', prompt, recordId: 'a__b-3' },
        { fileName: 'a__b-4.traj', record: null },
      ).instanceId,
    ).toBe('a__b-1')
    expect(
      nameInstance({ explicit: null, prompt, recordId: 'a__b-3' }, { fileName: 'a__b-4.traj', record: null })
        .instanceId,
    ).toBe('a__b-2')
    expect(
      nameInstance(
        { explicit: '', prompt: 'Fix.', recordId: 'a__b-3' },
        { fileName: 'a__b-4.traj', record: null },
      ).instanceId,
    ).toBe('a__b-3')
    expect(
      nameInstance(
        { explicit: null, prompt: 'Fix.', recordId: null },
        { fileName: 'runs/a__b-4.traj', record: null },
      ),
    ).toEqual({
      instanceId: 'a__b-4',
      warning: 'no instance id in the file: "a__b-4" is taken from its name',
    })
  })

  it('is the file name and the record number in a file of several runs', () => {
    const nothing = { explicit: null, prompt: '', recordId: null }
    expect(nameInstance(nothing, { fileName: 'runs.jsonl', record: 2 }).instanceId).toBe('runs#2')
  })

  it.each([
    ['out/pvlib__pvlib-python-1072.traj.json', 'pvlib__pvlib-python-1072'],
    ['gpt4__dev__default__t-0.00__p-0.95__c-2.00__pydicom__pydicom-1458.traj', 'pydicom__pydicom-1458'],
    [
      'default__t-0.20__p-0.95__c-2.00__install-1___from_so__marshmallow-code__marshmallow-1867.traj',
      'marshmallow-code__marshmallow-1867',
    ],
    ['human__fix__t-0.00__p__humanevalfix-python-0.traj', 'humanevalfix-python-0'],
    ['crypto__eps.traj', 'eps'],
    ['t-0.00.traj', 't-0.00'],
    ['.json', 'unnamed'],
  ])('read from the file name %s is %s', (fileName, instanceId) => {
    expect(instanceIdFromFileName(fileName)).toBe(instanceId)
  })

  it.each([
    ['django__django-11790', 'django/django'],
    ['pvlib__pvlib-python-1072', 'pvlib/pvlib-python'],
    ['pandas-dev__pandas.95280573.pr_53856', 'pandas-dev/pandas'],
    ['SWE-agent__test-repo-i1', 'SWE-agent/test-repo'],
    ['crypto__eps', null],
    ['networking_1', null],
  ])('%s belongs to the repository %s', (instanceId, repo) => {
    expect(repoOfInstance(instanceId)).toBe(repo)
  })
})

it('takes no id of the first prompt that is longer than any id is', () => {
  const named = (letters: number) =>
    nameInstance(
      { explicit: null, prompt: `instance_id: ${'a'.repeat(letters)}`, recordId: 'own' },
      { fileName: 'x.json', record: null },
    ).instanceId
  expect(named(300)).toHaveLength(300)
  expect(named(301)).toBe('own')
})

it.each([
  ['  a__b-1 ', 'instance_id: c__d-2', 'r', 'a__b-1'],
  [' ', 'text\n  instance_id: "c__d-2", and', 'r', 'c__d-2'],
  [null, 'no instance_id here: x', ' r ', 'r'],
  ['x'.repeat(301), '', null, 'file#7'],
  [undefined, 'the instance_id:', '', 'file#7'],
])(
  'of the field %o, the prompt %o and the record %o the first that says something names the run: %s',
  (explicit, prompt, recordId, named) => {
    const source = { fileName: 'runs/file.json', record: 7 }
    const { instanceId, warning } = nameInstance({ explicit, prompt, recordId }, source)
    expect(instanceId).toBe(named)
    expect(warning === null).toBe(named !== 'file#7')
  },
)
