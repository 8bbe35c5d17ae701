-- CreateTable
CREATE TABLE "QuestionAsk" (
    "hash" TEXT NOT NULL,
    "projectId" TEXT NOT NULL,
    "handedOver" BOOLEAN NOT NULL,
    "createdAt" DATETIME NOT NULL,

    PRIMARY KEY ("hash", "projectId"),
    CONSTRAINT "QuestionAsk_hash_fkey" FOREIGN KEY ("hash") REFERENCES "ModelRequest" ("hash") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "QuestionAsk_projectId_idx" ON "QuestionAsk"("projectId");
