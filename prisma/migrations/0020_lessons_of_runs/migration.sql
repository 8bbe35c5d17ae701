-- A lesson says what it is worth and whether its cure was seen to work; both are unknown of the lessons that are there.
ALTER TABLE "Entry" ADD COLUMN "worth" INTEGER;
ALTER TABLE "Entry" ADD COLUMN "cure" TEXT;
-- Verdicts of single stages were read by nothing; the answers that gave them stay.
ALTER TABLE "Distillation" DROP COLUMN "judged";
ALTER TABLE "Distillation" DROP COLUMN "because";
ALTER TABLE "Distillation" DROP COLUMN "evidence";
