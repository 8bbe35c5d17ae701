-- AlterTable
ALTER TABLE "Project" ADD COLUMN "extractor" TEXT;

-- AlterTable
ALTER TABLE "Entry" ADD COLUMN "beside" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "JobItem" ADD COLUMN "waitsFor" TEXT;

-- CreateIndex
CREATE INDEX "JobItem_waitsFor_idx" ON "JobItem"("waitsFor");

-- CreateTable
CREATE TABLE "ModelRequest" (
    "hash" TEXT NOT NULL PRIMARY KEY,
    "purpose" TEXT NOT NULL,
    "prompt" TEXT NOT NULL,
    "system" TEXT NOT NULL,
    "user" TEXT NOT NULL,
    "schema" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "value" TEXT,
    "provider" TEXT,
    "model" TEXT,
    "inputTokens" INTEGER,
    "outputTokens" INTEGER,
    "costUsd" REAL,
    "latencyMs" INTEGER,
    "answeredAt" DATETIME,
    "error" TEXT,
    "createdAt" DATETIME NOT NULL
);

-- CreateIndex
CREATE INDEX "ModelRequest_state_createdAt_idx" ON "ModelRequest"("state", "createdAt");

-- CreateTable
CREATE TABLE "ModelAsk" (
    "hash" TEXT NOT NULL,
    "subtaskId" TEXT NOT NULL,
    "projectId" TEXT NOT NULL,

    PRIMARY KEY ("hash", "subtaskId"),
    CONSTRAINT "ModelAsk_hash_fkey" FOREIGN KEY ("hash") REFERENCES "ModelRequest" ("hash") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "ModelAsk_subtaskId_fkey" FOREIGN KEY ("subtaskId") REFERENCES "Subtask" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "ModelAsk_subtaskId_idx" ON "ModelAsk"("subtaskId");

-- CreateIndex
CREATE INDEX "ModelAsk_projectId_idx" ON "ModelAsk"("projectId");

-- CreateTable
CREATE TABLE "ModelCall" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "jobId" TEXT,
    "provider" TEXT NOT NULL,
    "startedAt" DATETIME NOT NULL,
    "outcome" TEXT,
    "inputTokens" INTEGER,
    "outputTokens" INTEGER,
    "costUsd" REAL
);

-- CreateIndex
CREATE INDEX "ModelCall_jobId_idx" ON "ModelCall"("jobId");

-- CreateIndex
CREATE INDEX "ModelCall_startedAt_idx" ON "ModelCall"("startedAt");

-- CreateTable
CREATE TABLE "Distillation" (
    "subtaskId" TEXT NOT NULL,
    "extractor" TEXT NOT NULL,
    "judged" TEXT NOT NULL,
    "because" TEXT NOT NULL,
    "evidence" TEXT,
    "skippedBecause" TEXT,
    "refused" BOOLEAN NOT NULL DEFAULT false,
    "entryId" TEXT,
    "hash" TEXT,
    "at" DATETIME NOT NULL,

    PRIMARY KEY ("subtaskId", "extractor"),
    CONSTRAINT "Distillation_subtaskId_fkey" FOREIGN KEY ("subtaskId") REFERENCES "Subtask" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
