-- AlterTable
ALTER TABLE "Project" ADD COLUMN "floor" REAL;

-- AlterTable
ALTER TABLE "Project" ADD COLUMN "onlyWhatFits" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "Outcome" (
    "projectId" TEXT NOT NULL,
    "episodeId" TEXT NOT NULL,
    "instanceId" TEXT,
    "outcome" TEXT NOT NULL,
    "by" TEXT NOT NULL,
    "at" DATETIME NOT NULL,

    PRIMARY KEY ("projectId", "episodeId")
);

-- CreateIndex
CREATE INDEX "Retrieval_projectId_episodeId_idx" ON "Retrieval"("projectId", "episodeId");

-- CreateIndex
CREATE INDEX "Retrieval_purpose_at_idx" ON "Retrieval"("purpose", "at");

-- CreateTable
CREATE TABLE "QuestionVector" (
    "subtaskId" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "dimension" INTEGER NOT NULL,
    "data" BLOB NOT NULL,

    PRIMARY KEY ("subtaskId", "model"),
    CONSTRAINT "QuestionVector_subtaskId_fkey" FOREIGN KEY ("subtaskId") REFERENCES "Subtask" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
