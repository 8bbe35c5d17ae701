-- Results of runs and plans of comparisons are studies: a run is one of the design `outcomes`, a row an instance; a plan is one of
-- the design `comparison`, without rows.
ALTER TABLE "Study" ADD COLUMN "revision" INTEGER;
ALTER TABLE "Study" ADD COLUMN "removedAt" DATETIME;

-- A run whose warnings or results are no JSON, or with a result that names no instance, stays as it is.
INSERT INTO "Unmoved" ("id", "projectId", "table", "reason", "row")
SELECT "id", NULL, 'ExperimentRun', 'its warnings or results are no list, or a result names no instance',
       json_object('id', "id", 'arm', "arm", 'backbone', "backbone", 'scaffold', "scaffold", 'version', "version", 'seed', "seed",
                   'source', "source", 'fileName', "fileName", 'contentHash', "contentHash", 'warnings', "warnings",
                   'results', "results", 'revision', "revision", 'by', "by", 'removedAt', "removedAt", 'createdAt', "createdAt")
FROM "ExperimentRun" AS r
WHERE CASE WHEN NOT json_valid("warnings") OR NOT json_valid("results") THEN 1
           WHEN json_type("warnings") <> 'array' OR json_type("results") <> 'array' THEN 1
           ELSE EXISTS (SELECT 1 FROM json_each(r."results") AS e
                        WHERE CASE WHEN e."type" <> 'object' THEN 1
                                   ELSE COALESCE(json_type(e."value", '$.instanceId'), '') <> 'text' END) END;

INSERT INTO "Study" ("id", "projectId", "design", "name", "by", "plan", "report", "createdAt", "revision", "removedAt")
SELECT "id", NULL, 'outcomes', "fileName", "by",
       json_object('arm', "arm", 'backbone', "backbone", 'scaffold', "scaffold", 'version', "version", 'seed', "seed",
                   'source', "source", 'fileName', "fileName", 'contentHash', "contentHash", 'warnings', json("warnings")),
       'null', "createdAt", "revision", "removedAt"
FROM "ExperimentRun" WHERE "id" NOT IN (SELECT "id" FROM "Unmoved" WHERE "table" = 'ExperimentRun');

INSERT INTO "StudyRow" ("studyId", "position", "unit", "value")
SELECT r."id", e."key", json_quote(json_extract(e."value", '$.instanceId')), json_remove(e."value", '$.instanceId')
FROM "ExperimentRun" AS r, json_each(r."results") AS e
WHERE r."id" IN (SELECT "id" FROM "Study" WHERE "design" = 'outcomes');

-- The number of the level is written in full, so that it gives the same hash.
INSERT INTO "Study" ("id", "projectId", "design", "name", "by", "plan", "report", "createdAt", "revision", "removedAt")
SELECT "id", NULL, 'comparison', "arm" || ' against ' || "base", "by",
       json_object('arm', "arm", 'base', "base", 'backbone', "backbone", 'scaffold', "scaffold", 'version', "version",
                   'metric', "metric", 'instances', "instances", 'runs', "runs", 'alpha', json(printf('%!.17g', "alpha")),
                   'stopRule', "stopRule", 'standing', "standing", 'hash', "hash"),
       'null', "frozenAt", "revision", "withdrawnAt"
FROM "ComparisonPlan";

DROP TABLE "ExperimentRun";
DROP TABLE "ComparisonPlan";
