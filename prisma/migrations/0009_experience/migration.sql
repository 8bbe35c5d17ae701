-- AlterTable
ALTER TABLE "Project" ADD COLUMN "withholdsExcerpts" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "QualitySample" ADD COLUMN "blind" TEXT;

-- CreateTable
CREATE TABLE "RunReading" (
    "episodeId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "value" TEXT,
    "refusedBecause" TEXT,
    "hash" TEXT NOT NULL,
    "at" DATETIME NOT NULL,

    PRIMARY KEY ("episodeId", "kind"),
    CONSTRAINT "RunReading_episodeId_fkey" FOREIGN KEY ("episodeId") REFERENCES "Episode" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
