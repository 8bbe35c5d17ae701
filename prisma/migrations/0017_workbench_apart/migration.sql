-- The workbench is a command of its own. Runs that were ordered in the app stay where they are, draw by draw, and their names say
-- how each becomes a result file; what was not begun is cancelled, since nothing here works on it any more.
UPDATE "JobItem" SET "state" = 'cancelled', "reason" = 'The workbench is a command now: npm run workbench'
WHERE "state" IN ('waiting', 'running', 'held') AND "jobId" IN (SELECT "id" FROM "Job" WHERE "kind" = 'workbench');
UPDATE "Job" SET "state" = 'cancelled', "reason" = 'The workbench is a command now: npm run workbench', "owner" = NULL, "leaseUntil" = NULL
WHERE "kind" = 'workbench' AND "state" IN ('waiting', 'running', 'paused', 'held');
UPDATE "Job" SET "label" = "label" || ' · kept: npm run workbench -- --ordered FOLDER writes a result file' WHERE "kind" = 'workbench';
