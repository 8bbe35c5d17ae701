-- AlterTable
ALTER TABLE "Project" ADD COLUMN "floorEmbedder" TEXT;

-- A floor set before is a score of the space that was in use; a folder that was never told one is in local-v1.
UPDATE "Project" SET "floorEmbedder" = COALESCE((SELECT "value" FROM "Setting" WHERE "name" = 'embedder'), 'local-v1') WHERE "floor" IS NOT NULL;
