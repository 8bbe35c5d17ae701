-- Agents that report their work by hooks: repositories, sessions, and what became of what they were sent.
ALTER TABLE "Retrieval" ADD COLUMN "declaredBy" TEXT;
ALTER TABLE "Retrieval" ADD COLUMN "tokens" INTEGER;
ALTER TABLE "Retrieval" ADD COLUMN "receipt" TEXT;
ALTER TABLE "Retrieval" ADD COLUMN "followed" TEXT;
ALTER TABLE "Retrieval" ADD COLUMN "followedBy" TEXT;
ALTER TABLE "Retrieval" ADD COLUMN "summary" TEXT;

CREATE TABLE "Workspace" (
    "root" TEXT NOT NULL PRIMARY KEY,
    "projectId" TEXT,
    "paused" BOOLEAN NOT NULL DEFAULT false,
    "agent" TEXT NOT NULL,
    "seenAt" DATETIME NOT NULL
);

CREATE TABLE "AgentSession" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "agent" TEXT NOT NULL,
    "session" TEXT NOT NULL,
    "subagent" TEXT NOT NULL DEFAULT '',
    "root" TEXT NOT NULL,
    "projectId" TEXT NOT NULL,
    "startedAt" DATETIME NOT NULL,
    "lastAt" DATETIME NOT NULL,
    "endedAt" DATETIME,
    "task" TEXT NOT NULL,
    "stage" TEXT,
    "state" TEXT NOT NULL,
    "paused" BOOLEAN NOT NULL DEFAULT false,
    "transcript" TEXT,
    "capturedAt" DATETIME
);
CREATE UNIQUE INDEX "AgentSession_agent_session_subagent_key" ON "AgentSession"("agent", "session", "subagent");
CREATE INDEX "AgentSession_projectId_lastAt_idx" ON "AgentSession"("projectId", "lastAt");
