-- CreateTable
CREATE TABLE "Project" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL DEFAULT 'project',
    "parentId" TEXT,
    "source" TEXT NOT NULL,
    "reviewGate" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" DATETIME NOT NULL,
    CONSTRAINT "Project_parentId_fkey" FOREIGN KEY ("parentId") REFERENCES "Project" ("id") ON DELETE SET NULL ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Episode" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "projectId" TEXT NOT NULL,
    "instanceId" TEXT NOT NULL,
    "repo" TEXT,
    "contentHash" TEXT NOT NULL,
    "format" TEXT NOT NULL,
    "fileName" TEXT NOT NULL,
    "taskTitle" TEXT NOT NULL,
    "taskText" TEXT NOT NULL,
    "taskRaw" TEXT NOT NULL,
    "agentName" TEXT NOT NULL,
    "agentVersion" TEXT,
    "backbone" TEXT,
    "outcome" TEXT,
    "outcomeSource" TEXT,
    "exitStatus" TEXT,
    "submission" TEXT,
    "costUsd" REAL,
    "startedAt" DATETIME,
    "warnings" TEXT NOT NULL,
    "maskedSecretCount" INTEGER NOT NULL DEFAULT 0,
    "stepCount" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "createdAt" DATETIME NOT NULL,
    CONSTRAINT "Episode_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Step" (
    "episodeId" TEXT NOT NULL,
    "n" INTEGER NOT NULL,
    "thought" TEXT,
    "actions" TEXT NOT NULL,
    "observations" TEXT NOT NULL,
    "at" DATETIME,
    "costUsd" REAL,

    PRIMARY KEY ("episodeId", "n"),
    CONSTRAINT "Step_episodeId_fkey" FOREIGN KEY ("episodeId") REFERENCES "Episode" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Subtask" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "episodeId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "category" TEXT NOT NULL,
    "labelledBy" TEXT NOT NULL,
    "predicted" TEXT,
    "predictedBy" TEXT,
    "fromStep" INTEGER NOT NULL,
    "toStep" INTEGER NOT NULL,
    "objective" TEXT NOT NULL,
    "keywords" TEXT NOT NULL,
    "objectiveAtStart" TEXT NOT NULL,
    "keywordsAtStart" TEXT NOT NULL,
    "judged" TEXT NOT NULL,
    "skippedBecause" TEXT,
    CONSTRAINT "Subtask_episodeId_fkey" FOREIGN KEY ("episodeId") REFERENCES "Episode" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Label" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "subtaskId" TEXT NOT NULL,
    "category" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "by" TEXT NOT NULL,
    "blind" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" DATETIME NOT NULL,
    CONSTRAINT "Label_subtaskId_fkey" FOREIGN KEY ("subtaskId") REFERENCES "Subtask" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Entry" (
    "seq" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "id" TEXT NOT NULL,
    "projectId" TEXT NOT NULL,
    "scope" TEXT NOT NULL DEFAULT 'project',
    "category" TEXT NOT NULL,
    "objective" TEXT NOT NULL,
    "keywords" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "whenText" TEXT NOT NULL,
    "doText" TEXT NOT NULL,
    "becauseText" TEXT NOT NULL,
    "checkText" TEXT NOT NULL,
    "extractor" TEXT NOT NULL,
    "lifecycle" TEXT NOT NULL,
    "pinned" BOOLEAN NOT NULL DEFAULT false,
    "flags" TEXT NOT NULL,
    "subtaskId" TEXT,
    "episodeId" TEXT,
    "instanceId" TEXT,
    "repo" TEXT,
    "fromStep" INTEGER,
    "toStep" INTEGER,
    "position" INTEGER,
    "citations" TEXT NOT NULL,
    "removed" TEXT NOT NULL,
    "reason" TEXT,
    "suppressionKey" TEXT NOT NULL,
    "revision" INTEGER NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    CONSTRAINT "Entry_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "Entry_subtaskId_fkey" FOREIGN KEY ("subtaskId") REFERENCES "Subtask" ("id") ON DELETE SET NULL ON UPDATE CASCADE,
    CONSTRAINT "Entry_episodeId_fkey" FOREIGN KEY ("episodeId") REFERENCES "Episode" ("id") ON DELETE SET NULL ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Vector" (
    "entryId" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "dimension" INTEGER NOT NULL,
    "textHash" TEXT NOT NULL,
    "data" BLOB NOT NULL,

    PRIMARY KEY ("entryId", "model"),
    CONSTRAINT "Vector_entryId_fkey" FOREIGN KEY ("entryId") REFERENCES "Entry" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Revision" (
    "number" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "at" DATETIME NOT NULL,
    "by" TEXT NOT NULL,
    "verb" TEXT NOT NULL,
    "reason" TEXT,
    "projectId" TEXT,
    "batchId" TEXT NOT NULL,
    "undoes" INTEGER
);

-- CreateTable
CREATE TABLE "Change" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "revisionNumber" INTEGER NOT NULL,
    "entity" TEXT NOT NULL,
    "entityId" TEXT NOT NULL,
    "before" TEXT,
    "after" TEXT,
    CONSTRAINT "Change_revisionNumber_fkey" FOREIGN KEY ("revisionNumber") REFERENCES "Revision" ("number") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Suppression" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "projectId" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "reason" TEXT,
    "entryId" TEXT,
    "by" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "liftedAt" DATETIME
);

-- CreateTable
CREATE TABLE "Retrieval" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "projectId" TEXT NOT NULL,
    "at" DATETIME NOT NULL,
    "by" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "request" TEXT NOT NULL,
    "answer" TEXT NOT NULL,
    "strategy" TEXT NOT NULL,
    "category" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "winnerId" TEXT,
    "score" REAL,
    "abstained" TEXT,
    "verdict" TEXT NOT NULL,
    "storeRevision" INTEGER NOT NULL,
    "embedder" TEXT NOT NULL,
    "episodeId" TEXT,
    "arm" TEXT,
    "propensity" REAL,
    "withheld" BOOLEAN NOT NULL DEFAULT false,
    "eligibleCount" INTEGER NOT NULL,
    "policyVersion" TEXT NOT NULL,
    "outcome" TEXT,
    "latencyMs" REAL NOT NULL
);

-- CreateTable
CREATE TABLE "Job" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "kind" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "projectId" TEXT,
    "batchKey" TEXT,
    "state" TEXT NOT NULL,
    "reason" TEXT,
    "owner" TEXT,
    "leaseUntil" DATETIME,
    "createdAt" DATETIME NOT NULL,
    "startedAt" DATETIME,
    "finishedAt" DATETIME
);

-- CreateTable
CREATE TABLE "JobItem" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "jobId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "label" TEXT NOT NULL,
    "target" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "reason" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "result" TEXT,
    "finishedAt" DATETIME,
    CONSTRAINT "JobItem_jobId_fkey" FOREIGN KEY ("jobId") REFERENCES "Job" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Setting" (
    "name" TEXT NOT NULL PRIMARY KEY,
    "value" TEXT NOT NULL
);

-- CreateIndex
CREATE UNIQUE INDEX "Project_name_key" ON "Project"("name");

-- CreateIndex
CREATE INDEX "Episode_projectId_position_idx" ON "Episode"("projectId", "position");

-- CreateIndex
CREATE INDEX "Episode_projectId_instanceId_idx" ON "Episode"("projectId", "instanceId");

-- CreateIndex
CREATE UNIQUE INDEX "Episode_projectId_contentHash_key" ON "Episode"("projectId", "contentHash");

-- CreateIndex
CREATE UNIQUE INDEX "Subtask_episodeId_position_key" ON "Subtask"("episodeId", "position");

-- CreateIndex
CREATE INDEX "Label_subtaskId_idx" ON "Label"("subtaskId");

-- CreateIndex
CREATE UNIQUE INDEX "Entry_id_key" ON "Entry"("id");

-- CreateIndex
CREATE INDEX "Entry_revision_idx" ON "Entry"("revision");

-- CreateIndex
CREATE INDEX "Entry_projectId_category_lifecycle_idx" ON "Entry"("projectId", "category", "lifecycle");

-- CreateIndex
CREATE INDEX "Entry_projectId_suppressionKey_idx" ON "Entry"("projectId", "suppressionKey");

-- CreateIndex
CREATE INDEX "Entry_episodeId_idx" ON "Entry"("episodeId");

-- CreateIndex
CREATE INDEX "Entry_subtaskId_idx" ON "Entry"("subtaskId");

-- CreateIndex
CREATE INDEX "Revision_batchId_idx" ON "Revision"("batchId");

-- CreateIndex
CREATE INDEX "Revision_undoes_idx" ON "Revision"("undoes");

-- CreateIndex
CREATE INDEX "Change_revisionNumber_idx" ON "Change"("revisionNumber");

-- CreateIndex
CREATE INDEX "Change_entity_entityId_idx" ON "Change"("entity", "entityId");

-- CreateIndex
CREATE UNIQUE INDEX "Suppression_projectId_key_key" ON "Suppression"("projectId", "key");

-- CreateIndex
CREATE INDEX "Retrieval_projectId_at_idx" ON "Retrieval"("projectId", "at");

-- CreateIndex
CREATE INDEX "Retrieval_winnerId_idx" ON "Retrieval"("winnerId");

-- CreateIndex
CREATE INDEX "Job_state_createdAt_idx" ON "Job"("state", "createdAt");

-- CreateIndex
CREATE INDEX "Job_batchKey_idx" ON "Job"("batchKey");

-- CreateIndex
CREATE INDEX "JobItem_jobId_state_idx" ON "JobItem"("jobId", "state");

-- CreateIndex
CREATE UNIQUE INDEX "JobItem_jobId_position_key" ON "JobItem"("jobId", "position");

-- Full text over entries. External content: the words are stored once, in Entry.
CREATE VIRTUAL TABLE "EntryText" USING fts5(
    "objective", "keywords", "title", "whenText", "doText", "becauseText", "checkText",
    content='Entry', content_rowid='seq', tokenize='unicode61', prefix='2 3'
);

-- A deleted word leaves the index file at once, not at the next merge.
INSERT INTO "EntryText"("EntryText", "rank") VALUES ('secure-delete', 1);

CREATE TRIGGER "Entry_text_insert" AFTER INSERT ON "Entry" BEGIN
    INSERT INTO "EntryText"("rowid", "objective", "keywords", "title", "whenText", "doText", "becauseText", "checkText")
    VALUES (new."seq", new."objective", new."keywords", new."title", new."whenText", new."doText", new."becauseText", new."checkText");
END;

CREATE TRIGGER "Entry_text_delete" AFTER DELETE ON "Entry" BEGIN
    INSERT INTO "EntryText"("EntryText", "rowid", "objective", "keywords", "title", "whenText", "doText", "becauseText", "checkText")
    VALUES ('delete', old."seq", old."objective", old."keywords", old."title", old."whenText", old."doText", old."becauseText", old."checkText");
END;

CREATE TRIGGER "Entry_text_update" AFTER UPDATE OF "objective", "keywords", "title", "whenText", "doText", "becauseText", "checkText" ON "Entry" BEGIN
    INSERT INTO "EntryText"("EntryText", "rowid", "objective", "keywords", "title", "whenText", "doText", "becauseText", "checkText")
    VALUES ('delete', old."seq", old."objective", old."keywords", old."title", old."whenText", old."doText", old."becauseText", old."checkText");
    INSERT INTO "EntryText"("rowid", "objective", "keywords", "title", "whenText", "doText", "becauseText", "checkText")
    VALUES (new."seq", new."objective", new."keywords", new."title", new."whenText", new."doText", new."becauseText", new."checkText");
END;
