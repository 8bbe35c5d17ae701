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
