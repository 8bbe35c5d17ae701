/**
 * How a purge looks for the texts of what it takes out in one column. `text`: as they are; `json`: in every string of a
 * document, and objects that name the entry lose its words; `state`: in the reason of an entry's recorded state; `address`:
 * in the values of a URL's query; `name`: as `text`, and no two may become equal; `question`: with the text it is made of.
 */
export type Search = 'text' | 'json' | 'state' | 'address' | 'name' | 'question'

/** Looked through, or why not. */
type Treatment = { search: Search } | { spared: string }

const look = (search: Search): Treatment => ({ search })
const spare = (spared: string): Treatment => ({ spared })

const id = spare('an id, or the name of a repository or an instance')
const name = spare('the name of a person, a program or a model')
const word = spare('a word of a closed list')
const run = spare('what the agent did: the run’s own, and still in its file')
const entry = spare('the words of another entry: they go when that one is purged')
const subtask = spare(
  'its own subtask is emptied with the entry; that of another run says it of its own accord',
)
const hash = spare('a mark or seal that no guess can be tested against, or of a text that is still here')

/**
 * Every column of the store that can hold characters. Rows of the purged entries themselves (Entry, Vector, Note, Finding,
 * Origin, Change) are gone or emptied before these are looked through, so what is said here is about the rows of others.
 */
export const PURGE_COLUMNS: Record<string, Record<string, Treatment>> = {
  Project: {
    id: id,
    name: spare('a name that people chose and addresses carry, of letters, digits, spaces and ._-'),
    kind: word,
    parentId: id,
    source: word,
    extractor: name,
    floorEmbedder: name,
  },
  Episode: {
    ...all(
      run,
      'id projectId instanceId repo contentHash format fileName taskTitle taskText taskRaw agentName agentVersion backbone',
    ),
    ...all(run, 'outcome outcomeSource exitStatus submission warnings'),
  },
  Step: all(run, 'episodeId thought actions observations'),
  Subtask: {
    ...all(id, 'id episodeId'),
    ...all(word, 'category predicted judged'),
    ...all(name, 'labelledBy predictedBy'),
    ...all(subtask, 'objective keywords objectiveAtStart keywordsAtStart'),
    skippedBecause: look('text'),
  },
  Label: { ...all(id, 'id subtaskId'), ...all(word, 'category source'), by: name },
  Entry: {
    ...all(id, 'id projectId subtaskId episodeId instanceId repo'),
    ...all(word, 'scope category kind cure lifecycle'),
    ...all(
      entry,
      'objective keywords title whenText doText becauseText checkText flags citations removed promoted',
    ),
    ...all(name, 'extractor reviewedBy'),
    reason: look('text'),
    suppressionKey: hash,
  },
  Vector: {
    ...all(id, 'entryId'),
    model: name,
    textHash: hash,
    data: spare('the vector of another entry'),
  },
  QuestionVector: {
    subtaskId: id,
    model: name,
    data: spare('the vector of a question whose text is still here: that of an emptied one goes'),
  },
  Revision: { ...all(id, 'projectId batchId'), by: name, verb: word, reason: look('text'), hash: hash },
  Change: { entity: word, entityId: id, before: look('state'), after: look('state'), digest: hash },
  Suppression: {
    ...all(id, 'id projectId entryId'),
    key: hash,
    state: word,
    reason: look('text'),
    by: name,
  },
  Retrieval: {
    ...all(id, 'id projectId winnerId episodeId'),
    ...all(name, 'by embedder'),
    ...all(
      word,
      'purpose strategy category abstained verdict arm policyVersion outcome declaredBy receipt followed',
    ),
    followedBy: name,
    summary: look('text'),
    ...all(look('json'), 'request answer'),
    text: look('text'),
  },
  Workspace: { root: spare('the folder of a repository'), projectId: id, agent: name },
  AgentSession: {
    ...all(id, 'id session subagent projectId'),
    ...all(name, 'agent root transcript'),
    stage: word,
    ...all(run, 'task state'),
  },
  AccessKey: { ...all(id, 'id projectId'), name: name, hash: hash, scopes: word },
  Person: { ...all(id, 'id projectIds'), ...all(name, 'name nameKey'), password: hash, role: word },
  Session: { ...all(id, 'id personId'), hash: hash },
  Outcome: { ...all(id, 'projectId episodeId instanceId'), outcome: word, by: name },
  Job: {
    ...all(id, 'id projectId batchKey owner'),
    ...all(word, 'kind state'),
    ...all(look('text'), 'label reason'),
    request: look('json'),
  },
  JobItem: {
    ...all(id, 'id jobId'),
    state: word,
    label: spare('the instance of a run, or places in a list'),
    // Of a memory that is on its way in.
    target: look('json'),
    result: spare('counts, figures, and vectors of what the target says'),
    waitsFor: hash,
    reason: look('text'),
  },
  Setting: { name: word, value: spare('facts about the store: names, ids and counts') },
  Origin: { ...all(id, 'entryId sourceId'), how: word },
  Note: { ...all(id, 'id entryId'), by: name, text: look('text') },
  SavedView: { ...all(id, 'id projectId'), page: word, by: name, name: look('name'), query: look('address') },
  Finding: {
    ...all(id, 'id projectId entryId otherId'),
    ...all(word, 'detector state'),
    ...all(name, 'by claimedBy'),
    detail: look('json'),
    reason: look('text'),
  },
  QualitySample: {
    ...all(id, 'id projectId entryIds'),
    by: name,
    query: look('json'),
    blind: spare('names of extractors and figures'),
  },
  Verdict: {
    ...all(id, 'id projectId queue'),
    ...all(word, 'task verdict'),
    subject: look('question'),
    by: name,
    detail: look('json'),
    reason: look('text'),
  },
  Study: {
    ...all(id, 'id projectId'),
    ...all(name, 'by embedder'),
    design: word,
    name: look('text'),
    ...all(look('json'), 'plan report'),
  },
  StudyRow: { studyId: id, unit: look('json'), value: spare('ids and figures') },
  Unmoved: {
    ...all(id, 'id projectId'),
    table: word,
    reason: spare('a sentence of our own'),
    row: look('text'),
  },
  ModelRequest: {
    hash,
    ...all(word, 'purpose state'),
    ...all(name, 'prompt provider model'),
    ...all(spare('set words and forms of our own'), 'system schema'),
    // A second request quotes the answer to the first.
    ...all(look('text'), 'user error'),
    value: look('json'),
  },
  ModelAsk: { hash, ...all(id, 'subtaskId projectId') },
  QuestionAsk: { hash, projectId: id },
  ModelCall: { jobId: id, provider: name, outcome: word },
  Distillation: {
    ...all(id, 'subtaskId entryId'),
    extractor: name,
    hash,
    skippedBecause: look('text'),
  },
  RunReading: { episodeId: id, kind: word, hash, value: look('json'), refusedBecause: look('text') },
  Projection: {
    ...all(id, 'key projectId'),
    ...all(word, 'method'),
    embedder: name,
    data: spare('ids and places; those of the project are removed'),
  },
}

function all(treatment: Treatment, columns: string): Record<string, Treatment> {
  return Object.fromEntries(columns.split(' ').map((column) => [column, treatment]))
}
