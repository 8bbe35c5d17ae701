-- CreateTable
CREATE TABLE "ExperimentRun" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "arm" TEXT NOT NULL,
    "backbone" TEXT,
    "scaffold" TEXT,
    "version" TEXT,
    "seed" TEXT,
    "source" TEXT NOT NULL,
    "fileName" TEXT NOT NULL,
    "contentHash" TEXT NOT NULL,
    "warnings" TEXT NOT NULL,
    "results" TEXT NOT NULL,
    "revision" INTEGER NOT NULL,
    "by" TEXT NOT NULL,
    "removedAt" DATETIME,
    "createdAt" DATETIME NOT NULL
);

-- CreateIndex
CREATE UNIQUE INDEX "ExperimentRun_contentHash_key" ON "ExperimentRun"("contentHash");
