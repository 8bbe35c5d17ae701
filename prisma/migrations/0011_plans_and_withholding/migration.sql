-- CreateTable
CREATE TABLE "ComparisonPlan" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "arm" TEXT NOT NULL,
    "base" TEXT NOT NULL,
    "backbone" TEXT,
    "scaffold" TEXT,
    "version" TEXT,
    "metric" TEXT NOT NULL,
    "instances" INTEGER NOT NULL,
    "runs" INTEGER NOT NULL,
    "alpha" REAL NOT NULL,
    "stopRule" TEXT NOT NULL,
    "standing" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "by" TEXT NOT NULL,
    "revision" INTEGER NOT NULL,
    "frozenAt" DATETIME NOT NULL,
    "withdrawnAt" DATETIME
);

-- AlterTable
ALTER TABLE "Project" ADD COLUMN "withheldShare" REAL;
