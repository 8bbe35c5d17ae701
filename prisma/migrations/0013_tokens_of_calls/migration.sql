-- AlterTable
ALTER TABLE "ModelCall" ADD COLUMN "tokens" INTEGER;
