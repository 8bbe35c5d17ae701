-- Everything that is measured: its plan, frozen before results, its rows and its report.
CREATE TABLE "Study" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "projectId" TEXT,
    "design" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "by" TEXT NOT NULL,
    "plan" TEXT NOT NULL,
    "report" TEXT NOT NULL,
    "storeRevision" INTEGER,
    "embedder" TEXT,
    "createdAt" DATETIME NOT NULL
);
CREATE INDEX "Study_projectId_design_createdAt_idx" ON "Study"("projectId", "design", "createdAt");

CREATE TABLE "StudyRow" (
    "studyId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "unit" TEXT NOT NULL,
    "value" TEXT,
    PRIMARY KEY ("studyId", "position"),
    CONSTRAINT "StudyRow_studyId_fkey" FOREIGN KEY ("studyId") REFERENCES "Study" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- Rows of an earlier schema that fitted none of the later tables, whole, with why.
CREATE TABLE "Unmoved" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "projectId" TEXT,
    "table" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "row" TEXT NOT NULL
);
CREATE INDEX "Unmoved_projectId_idx" ON "Unmoved"("projectId");

-- Batches: a run with a request, a report or a question that is no JSON stays as it is, with all its questions.
INSERT INTO "Unmoved" ("id", "projectId", "table", "reason", "row")
SELECT "id", "projectId", 'LabRun', 'request, report or a question is no JSON',
       json_object('id', "id", 'projectId', "projectId", 'name', "name", 'by', "by", 'request', "request", 'report', "report",
                   'storeRevision', "storeRevision", 'embedder', "embedder", 'createdAt', "createdAt")
FROM "LabRun" AS r
WHERE NOT json_valid("request") OR NOT json_valid("report")
   OR EXISTS (SELECT 1 FROM "LabQuestion" AS q WHERE q."labRunId" = r."id"
              AND (NOT json_valid(q."query") OR NOT COALESCE(json_valid(q."winners"), 1)));

INSERT INTO "Unmoved" ("id", "projectId", "table", "reason", "row")
SELECT q."labRunId" || ' ' || q."position", u."projectId", 'LabQuestion', 'its batch does not fit',
       json_object('labRunId', q."labRunId", 'position', q."position", 'query', q."query", 'winners', q."winners")
FROM "LabQuestion" AS q JOIN "Unmoved" AS u ON u."id" = q."labRunId";

INSERT INTO "Study" ("id", "projectId", "design", "name", "by", "plan", "report", "storeRevision", "embedder", "createdAt")
SELECT "id", "projectId", 'retrieval', "name", "by", "request", "report", "storeRevision", "embedder", "createdAt"
FROM "LabRun" WHERE "id" NOT IN (SELECT "id" FROM "Unmoved");

INSERT INTO "StudyRow" ("studyId", "position", "unit", "value")
SELECT "labRunId", "position", "query", "winners"
FROM "LabQuestion" WHERE "labRunId" IN (SELECT "id" FROM "Study");

UPDATE "JobItem" SET
    "result" = CASE WHEN json_valid("result") AND json_extract("target", '$.step') = 'ask' THEN 'null' ELSE "result" END,
    "target" = json_set(json_remove("target", '$.run'), '$.study', json_extract("target", '$.run'),
        '$.step', CASE json_extract("target", '$.step')
            WHEN 'ask' THEN 'measure' WHEN 'tune' THEN 'prepare' ELSE json_extract("target", '$.step') END,
        '$.size', CASE json_extract("target", '$.step')
            WHEN 'ask' THEN json_extract("target", '$.upto') - json_extract("target", '$.from') ELSE 0 END)
WHERE "jobId" IN (SELECT "id" FROM "Job" WHERE "kind" = 'lab-batch' AND "batchKey" IN (SELECT "id" FROM "Study"))
  AND json_valid("target");
UPDATE "Job" SET "kind" = 'study' WHERE "kind" = 'lab-batch' AND "batchKey" IN (SELECT "id" FROM "Study");

-- Stream replays: one row an order of the stream. One whose plan or results are no JSON stays a job, as it is.
INSERT INTO "Unmoved" ("id", "projectId", "table", "reason", "row")
SELECT "id", "projectId", 'Job', 'a stream replay whose plan or results are no JSON; the job itself is still there',
       json_object('id', "id", 'kind', "kind", 'label', "label", 'projectId', "projectId", 'request', "request")
FROM "Job" AS j
WHERE "kind" = 'stream-replay'
  AND ("projectId" IS NULL OR NOT COALESCE(json_valid("request"), 0)
   OR EXISTS (SELECT 1 FROM "JobItem" AS i WHERE i."jobId" = j."id"
              AND (NOT json_valid(i."target") OR NOT COALESCE(json_valid(i."result"), 1))));

INSERT INTO "Study" ("id", "projectId", "design", "name", "by", "plan", "report", "storeRevision", "embedder", "createdAt")
SELECT j."id", j."projectId", 'stream', j."label", 'person', j."request", 'null',
       (SELECT json_extract(i."result", '$.storeRevision') FROM "JobItem" AS i
        WHERE i."jobId" = j."id" AND i."state" = 'done' ORDER BY i."position" LIMIT 1),
       json_extract(j."request", '$.embedder'), j."createdAt"
FROM "Job" AS j WHERE j."kind" = 'stream-replay' AND j."id" NOT IN (SELECT "id" FROM "Unmoved");

INSERT INTO "StudyRow" ("studyId", "position", "unit", "value")
SELECT i."jobId", i."position", json_extract(i."target", '$.seed'), CASE WHEN i."state" = 'done' THEN i."result" END
FROM "JobItem" AS i JOIN "Study" AS s ON s."id" = i."jobId";

UPDATE "JobItem" SET
    "result" = CASE WHEN "result" IS NULL THEN NULL ELSE 'null' END,
    "target" = (SELECT json_object('step', 'measure', 'study', "jobId", 'from', "JobItem"."position", 'upto', "JobItem"."position" + 1,
                       'size', json_extract(s."plan", '$.questions') * json_array_length(s."plan", '$.strategies'))
                FROM "Study" AS s WHERE s."id" = "JobItem"."jobId")
WHERE "jobId" IN (SELECT "id" FROM "Study");
UPDATE "Job" SET "kind" = 'study-threaded', "batchKey" = "id", "request" = 'null' WHERE "id" IN (SELECT "id" FROM "Study");

DROP TABLE "LabQuestion";
DROP TABLE "LabRun";
