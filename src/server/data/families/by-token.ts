import { eq, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { hashToken } from '#server/platform/http/tokens.ts';

/** Whether a row belongs to a mailed link: the column has the hash of the link's token. */
export function isOfToken(column: PgColumn, token: string): SQL {
  return eq(column, hashToken(token));
}
