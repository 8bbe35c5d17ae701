-- The next items of a job are read in their order from the index alone.
DROP INDEX "JobItem_jobId_state_idx";
CREATE INDEX "JobItem_jobId_state_position_idx" ON "JobItem"("jobId", "state", "position");
