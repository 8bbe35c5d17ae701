-- People who sign in, and the browsers that they are signed in with. Without a person nobody signs in. Of passwords and sessions only hashes are kept.
CREATE TABLE "Person" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "name" TEXT NOT NULL,
    "nameKey" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "projectIds" TEXT,
    "password" TEXT NOT NULL,
    "isOneTime" BOOLEAN NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "seenAt" DATETIME
);
CREATE UNIQUE INDEX "Person_nameKey_key" ON "Person"("nameKey");
CREATE TABLE "Session" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "personId" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "usedAt" DATETIME NOT NULL,
    CONSTRAINT "Session_personId_fkey" FOREIGN KEY ("personId") REFERENCES "Person" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "Session_hash_key" ON "Session"("hash");
CREATE INDEX "Session_personId_idx" ON "Session"("personId");
