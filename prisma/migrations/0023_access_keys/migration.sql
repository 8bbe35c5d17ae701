-- Keys of programs: what each may do, in which project, and when it was last used. Only a hash of a key is kept.
CREATE TABLE "AccessKey" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "name" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "scopes" TEXT NOT NULL,
    "projectId" TEXT,
    "createdAt" DATETIME NOT NULL,
    "usedAt" DATETIME
);
CREATE UNIQUE INDEX "AccessKey_hash_key" ON "AccessKey"("hash");
