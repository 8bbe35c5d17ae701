-- Curation (origins, notes, findings, samples), saved views, the lab's runs and judgements, projections, and the log's hash chain.
ALTER TABLE "Entry" ADD COLUMN "reviewedBy" TEXT;
ALTER TABLE "Entry" ADD COLUMN "reviewedAt" DATETIME;
ALTER TABLE "Revision" ADD COLUMN "hash" TEXT;
ALTER TABLE "Change" ADD COLUMN "digest" TEXT;
ALTER TABLE "Job" ADD COLUMN "request" TEXT;

CREATE TABLE "Origin" (
    "entryId" TEXT NOT NULL,
    "sourceId" TEXT NOT NULL,
    "how" TEXT NOT NULL,
    "revision" INTEGER NOT NULL,

    PRIMARY KEY ("entryId", "sourceId"),
    CONSTRAINT "Origin_entryId_fkey" FOREIGN KEY ("entryId") REFERENCES "Entry" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "Origin_sourceId_idx" ON "Origin"("sourceId");

CREATE TABLE "Note" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "entryId" TEXT NOT NULL,
    "by" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    CONSTRAINT "Note_entryId_fkey" FOREIGN KEY ("entryId") REFERENCES "Entry" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "Note_entryId_idx" ON "Note"("entryId");

CREATE TABLE "SavedView" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "projectId" TEXT NOT NULL,
    "page" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "query" TEXT NOT NULL,
    "by" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL
);
CREATE UNIQUE INDEX "SavedView_projectId_page_name_key" ON "SavedView"("projectId", "page", "name");

CREATE TABLE "Finding" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "projectId" TEXT NOT NULL,
    "detector" TEXT NOT NULL,
    "entryId" TEXT NOT NULL,
    "otherId" TEXT,
    "score" REAL,
    "detail" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "by" TEXT,
    "reason" TEXT,
    "claimedBy" TEXT,
    "foundAt" DATETIME NOT NULL,
    "settledAt" DATETIME
);
CREATE INDEX "Finding_projectId_detector_state_idx" ON "Finding"("projectId", "detector", "state");
CREATE INDEX "Finding_entryId_idx" ON "Finding"("entryId");
CREATE INDEX "Finding_otherId_idx" ON "Finding"("otherId");

CREATE TABLE "QualitySample" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "projectId" TEXT NOT NULL,
    "by" TEXT NOT NULL,
    "query" TEXT NOT NULL,
    "seed" INTEGER NOT NULL,
    "population" INTEGER NOT NULL,
    "entryIds" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL
);
CREATE INDEX "QualitySample_projectId_createdAt_idx" ON "QualitySample"("projectId", "createdAt");

CREATE TABLE "QualityVerdict" (
    "sampleId" TEXT NOT NULL,
    "entryId" TEXT NOT NULL,
    "verdict" TEXT NOT NULL,
    "by" TEXT NOT NULL,
    "at" DATETIME NOT NULL,

    PRIMARY KEY ("sampleId", "entryId", "by"),
    CONSTRAINT "QualityVerdict_sampleId_fkey" FOREIGN KEY ("sampleId") REFERENCES "QualitySample" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "LabRun" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "projectId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "by" TEXT NOT NULL,
    "request" TEXT NOT NULL,
    "report" TEXT NOT NULL,
    "storeRevision" INTEGER NOT NULL,
    "embedder" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL
);
CREATE INDEX "LabRun_projectId_createdAt_idx" ON "LabRun"("projectId", "createdAt");

CREATE TABLE "Judgement" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "projectId" TEXT NOT NULL,
    "labRunId" TEXT,
    "queryId" TEXT NOT NULL,
    "queryText" TEXT NOT NULL,
    "category" TEXT,
    "entryId" TEXT NOT NULL,
    "grade" INTEGER NOT NULL,
    "by" TEXT NOT NULL,
    "at" DATETIME NOT NULL
);
CREATE UNIQUE INDEX "Judgement_projectId_queryId_entryId_by_key" ON "Judgement"("projectId", "queryId", "entryId", "by");
CREATE INDEX "Judgement_labRunId_idx" ON "Judgement"("labRunId");

CREATE TABLE "Projection" (
    "key" TEXT NOT NULL PRIMARY KEY,
    "projectId" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "embedder" TEXT NOT NULL,
    "data" BLOB NOT NULL,
    "createdAt" DATETIME NOT NULL
);
CREATE INDEX "Projection_projectId_idx" ON "Projection"("projectId");
