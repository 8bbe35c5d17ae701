const { readdirSync } = require('node:fs')

// The arrows of docs/design.md. Every rule says why, because the reader meets it when it fires.
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

const USE_CASES = 'connect|notes|ingest|extract|retrieval|curate|detect|studies|review|agent|workbench|map'
const SHARED_PARTS = ['curate', 'entries', 'figures', 'frame', 'marks', 'retrieval', 'ui']
/** One folder a screen, named as the rail names it: every folder but those that several share. */
const SCREENS = readdirSync('components', { withFileTypes: true })
  .filter((folder) => folder.isDirectory() && !SHARED_PARTS.includes(folder.name))
  .map(({ name }) => name)
  .join('|')
const TEST_FILES = '([.]test[.]tsx?$|/fixtures/|^e2e/)'

module.exports = {
  forbidden: [
    rule(
      'no-cycles',
      'Two files that need each other are one file, or need a third.',
      {},
      { circular: true },
    ),
    rule(
      'domain-is-pure',
      'Vocabulary and arithmetic: zod and itself only. No clock, no file, no framework; it runs in a browser.',
      { path: '^lib/memory/', pathNot: '[.]test[.]ts$' },
      { pathNot: ['^lib/memory/', 'node_modules/zod/'] },
    ),
    rule(
      'components-know-the-domain-only',
      'Data and server actions come in by props.',
      { path: '^components/' },
      { path: ['^lib/', '^app/', '^pages/'], pathNot: '^lib/memory/' },
    ),
    rule(
      'browser-cannot-reach-the-server',
      'Neither secrets nor SQLite may end up in the bundle, not even through a chain of imports.',
      { path: '^components/' },
      { path: `^lib/(db|llm|jobs|mcp|api|runtime|${USE_CASES})`, reachable: true },
    ),
    rule(
      'screens-stand-alone',
      'What two screens need is a shared folder below them; only import shows its jobs.',
      { path: `^components/(${SCREENS})/` },
      { path: `^components/(${SCREENS})/`, pathNot: ['^components/$1/', '^components/jobs/'] },
    ),
    rule(
      'shared-parts-know-no-screen',
      'A part that two screens share and that needs one of them would make each a part of the other.',
      { path: '^components/', pathNot: `^components/(${SCREENS})/` },
      { path: `^components/(${SCREENS})/` },
    ),
    rule(
      'controls-know-no-domain',
      'ui and marks are below the shared parts, which say what an entry is.',
      { path: '^components/(ui|marks)/' },
      { path: '^components/', pathNot: '^components/(ui|marks)/' },
    ),
    rule(
      'lib-never-looks-up',
      'lib runs from a script, a test or an MCP server, without Next or React.',
      { path: '^lib/' },
      {
        path: [
          '^(app|components|pages|scripts|e2e)/',
          'node_modules/(next|react|react-dom|recharts|d3[^/]*|@tanstack|radix-ui)/',
        ],
      },
    ),
    rule(
      'sqlite-stays-in-db',
      'Others receive domain objects, never rows or statements: a schema change touches one folder.',
      { pathNot: '^lib/db/|^prisma[.]config[.]ts$' },
      { path: ['node_modules/([.]prisma|@prisma|prisma|better-sqlite3)/', '^lib/db/generated/'] },
    ),
    rule(
      'the-store-is-opened-in-db',
      'A store and a transaction are passed on; what is in them is asked through a function of lib/db. Tests look behind it.',
      { pathNot: ['^lib/db/', TEST_FILES] },
      { path: '^lib/db/tables[.]ts$' },
    ),
    rule(
      'openai-stays-in-llm',
      'One way to the model: one fake, one retry policy, one cost meter.',
      { pathNot: '^lib/llm/' },
      { path: 'node_modules/openai/' },
    ),
    rule(
      'adapters-know-no-use-case',
      'db and llm do what they are told; they see the domain, errors and environment.',
      { path: '^lib/(db|llm)/' },
      { path: '^lib/', pathNot: '^lib/(db|llm|memory|errors|env)' },
    ),
    rule(
      'use-cases-stand-alone',
      'Jobs compose them. Only detect, studies, agent and curate/impact see others, and those two alone: retrieval and extract.',
      {
        path: '^lib/(ingest|extract|retrieval|curate)/',
        pathNot: '^lib/curate/(impact|curation|serve-extractor[.]test)',
      },
      { path: `^lib/(${USE_CASES}|jobs|mcp)`, pathNot: '^lib/$1/' },
    ),
    rule(
      'replaying-needs-retrieval-and-extract-only',
      'What measures the method may run it, but neither import files nor change entries.',
      { path: '^lib/(detect|studies|agent|workbench|map)' },
      { path: `^lib/(${USE_CASES}|jobs|mcp)`, pathNot: '^lib/($1|retrieval|extract|studies|curate/impact)' },
    ),
    rule(
      'reviews-change-entries-and-read-findings',
      'What a person decides is done by a verb of curate; everything else a task needs is handed in.',
      { path: '^lib/review/' },
      { path: `^lib/(${USE_CASES}|jobs|mcp)`, pathNot: '^lib/(review|curate|detect)/' },
    ),
    rule(
      'notes-need-text-alone',
      'The audit of notes runs in any repository without key, server or data folder: words, detectors and git.',
      { path: '^lib/notes/', pathNot: TEST_FILES },
      { path: `^lib/(db|api|jobs|runtime|${USE_CASES})`, pathNot: '^lib/(notes|detect|extract)/' },
    ),
    rule(
      'the-workbench-stands-apart',
      'A search program with its own worlds: its command runs it and writes result files, which are all that the app knows of it.',
      {
        pathNot: [
          '^lib/workbench/',
          '^scripts/(workbench([.]test)?|figures[.]test|make/(freeze-worlds|choose-floors))[.]ts$',
        ],
      },
      { path: '^lib/workbench/' },
    ),
    rule(
      'impact-asks-retrieval-again',
      'What a change does to past answers is found by asking them again; that is all curate sees of retrieval.',
      { path: '^lib/curate/(impact|curation)' },
      { path: `^lib/(${USE_CASES}|jobs|mcp)`, pathNot: '^lib/(curate|retrieval)/' },
    ),
    rule(
      'only-entry-points-build-the-runtime',
      'lib takes what it needs as arguments; only what starts a process wires the real things together.',
      {
        pathNot:
          '^(app|pages|scripts)/|^instrumentation[.]ts$|^lib/((runtime|masking)([.]test)?|fixtures/(open-test-loupe|serving-child))[.]ts$',
      },
      { path: '^lib/runtime[.]ts$' },
    ),
    rule(
      'operations-are-asked-by-the-runtime',
      'The runtime builds what operations need and runs them in one wrapper; others take what they need as arguments.',
      {
        pathNot: '^(app/answer-(http|mcp)[.]ts$|scripts/make/|lib/(api/|runtime[.]ts$))|[.]test[.]ts$',
      },
      { path: '^lib/api/' },
    ),
    rule(
      'source-does-not-know-its-tests',
      'Test helpers and fixtures stay out of what ships.',
      { pathNot: [TEST_FILES, '^playwright[.]config[.]ts$'] },
      { path: TEST_FILES },
    ),
    rule(
      'no-alias-where-node-runs-alone',
      'Node strips types but knows no paths: below app and components imports are relative and end in .ts.',
      { path: '^(lib|scripts|e2e)/' },
      { dependencyTypes: ['aliased'] },
    ),
    rule(
      'everything-resolves',
      'An import that cannot be followed could hide an arrow that goes up.',
      {},
      { couldNotResolve: true },
    ),
  ],
  options: {
    doNotFollow: { path: ['node_modules', '^lib/db/generated/'] },
    exclude: { path: '^[.]next/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
}
