-- Everything that a person decides is a verdict. Verdicts of samples and blind readings, grades of pairs and labels by persons move
-- here; findings keep their rows, and what was dismissed has its verdict beside it. A row that does not fit is kept in "Unmoved"
-- with the reason.

-- CreateTable
CREATE TABLE "Verdict" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "projectId" TEXT NOT NULL,
    "task" TEXT NOT NULL,
    "queue" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "verdict" TEXT NOT NULL,
    "by" TEXT NOT NULL,
    "at" DATETIME NOT NULL,
    "reason" TEXT,
    "detail" TEXT,
    "blind" BOOLEAN NOT NULL DEFAULT false,
    "revision" INTEGER,
    "takenBackAt" DATETIME
);

-- CreateIndex
CREATE INDEX "Verdict_projectId_task_queue_idx" ON "Verdict"("projectId", "task", "queue");

-- CreateIndex
CREATE INDEX "Verdict_task_subject_idx" ON "Verdict"("task", "subject");

-- Verdicts of random samples and of blind readings: they had no id of their own, so they sort before all that have one.
CREATE TEMP TABLE "SaidOfSample" AS
SELECT v."sampleId", v."entryId", v."verdict", v."by", v."at", s."projectId", s."blind",
  CASE
    WHEN s."id" IS NULL THEN 'the sample is not there'
    WHEN NOT EXISTS (SELECT 1 FROM json_each(s."entryIds") e WHERE e."value" = v."entryId") THEN 'the entry is not in the sample'
    WHEN s."blind" IS NULL AND v."verdict" NOT IN ('junk', 'keep', 'unsure') THEN 'no verdict of a sample is called so'
    WHEN s."blind" IS NOT NULL AND v."verdict" NOT IN ('good', 'middling', 'junk', 'unsure') THEN 'no verdict of a blind reading is called so'
  END AS "because"
FROM "QualityVerdict" v LEFT JOIN "QualitySample" s ON s."id" = v."sampleId";

INSERT INTO "Verdict" ("id", "projectId", "task", "queue", "subject", "verdict", "by", "at", "blind")
SELECT 'v_' || '0000000000Q' || printf('%015d', ROW_NUMBER() OVER (ORDER BY "at", "sampleId", "entryId", "by")),
  "projectId", CASE WHEN "blind" IS NULL THEN 'sample' ELSE 'blind' END, "sampleId", "entryId", "verdict", "by", "at", true
FROM "SaidOfSample" WHERE "because" IS NULL;

INSERT INTO "Unmoved" ("id", "projectId", "table", "row", "reason")
SELECT "sampleId" || ' ' || "entryId" || ' ' || "by", "projectId", 'QualityVerdict', json_object('sampleId', "sampleId", 'entryId', "entryId", 'verdict', "verdict", 'by', "by", 'at', "at"), "because"
FROM "SaidOfSample" WHERE "because" IS NOT NULL;

DROP TABLE "SaidOfSample";
DROP TABLE "QualityVerdict";

-- Grades of pairs of a question and a lesson.
INSERT INTO "Verdict" ("id", "projectId", "task", "queue", "subject", "verdict", "by", "at", "detail", "blind")
SELECT 'v_' || substr("id", 4), "projectId", 'pair', COALESCE("labRunId", ''), "entryId" || ' ' || "queryId", CAST("grade" AS TEXT), "by", "at",
  json_object('queryText', "queryText", 'category', "category"), true
FROM "Judgement" WHERE "grade" IN (0, 1, 2, 3);

INSERT INTO "Unmoved" ("id", "projectId", "table", "row", "reason")
SELECT "id", "projectId", 'Judgement',
  json_object('id', "id", 'projectId', "projectId", 'labRunId', "labRunId", 'queryId', "queryId", 'queryText', "queryText",
    'category', "category", 'entryId', "entryId", 'grade', "grade", 'by', "by", 'at', "at"),
  'no grade from 0 to 3'
FROM "Judgement" WHERE "grade" NOT IN (0, 1, 2, 3);

DROP TABLE "Judgement";

-- Labels of stages by persons; those of rules, models and agents stay.
INSERT INTO "Verdict" ("id", "projectId", "task", "queue", "subject", "verdict", "by", "at", "blind")
SELECT 'v_' || substr(l."id", 4), e."projectId", 'stage', '', l."subtaskId", l."category", l."by", l."createdAt", l."blind"
FROM "Label" l JOIN "Subtask" s ON s."id" = l."subtaskId" JOIN "Episode" e ON e."id" = s."episodeId"
WHERE l."source" = 'person' AND l."category" IN ('ANALYZE', 'REPRODUCE', 'EDIT', 'VERIFY', 'OTHER');

INSERT INTO "Unmoved" ("id", "projectId", "table", "row", "reason")
SELECT l."id", e."projectId", 'Label',
  json_object('id', l."id", 'subtaskId', l."subtaskId", 'category', l."category", 'by', l."by", 'blind', l."blind", 'createdAt', l."createdAt"),
  'no stage is called so'
FROM "Label" l JOIN "Subtask" s ON s."id" = l."subtaskId" JOIN "Episode" e ON e."id" = s."episodeId"
WHERE l."source" = 'person' AND l."category" NOT IN ('ANALYZE', 'REPRODUCE', 'EDIT', 'VERIFY', 'OTHER');

DELETE FROM "Label" WHERE "source" = 'person';

-- Findings that a person said are no faults.
INSERT INTO "Verdict" ("id", "projectId", "task", "queue", "subject", "verdict", "by", "at", "reason")
SELECT 'v_' || '0000000000F' || printf('%015d', ROW_NUMBER() OVER (ORDER BY "settledAt", "id")),
  "projectId", 'finding', "detector", "id", 'dismiss', COALESCE("by", 'person'), COALESCE("settledAt", "foundAt"), "reason"
FROM "Finding" WHERE "state" IN ('dismissed', 'parted');
