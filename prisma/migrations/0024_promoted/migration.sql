-- A lesson may stand in a file of rules for agents; what was added there is kept, so that it can be taken out again.
ALTER TABLE "Entry" ADD COLUMN "promoted" TEXT;
