import type { Config } from '#server/config.ts';
import { describeServer } from '#server/platform/db/describe-server.ts';
import { namedError } from '#server/platform/db/errors.ts';
import { ok, type StartupFinding, wrong } from './finding.ts';

const ITEM = 'DATABASE_READ_URL';

/** Whether the read replica answers, follows, and belongs to this database. Without it the database answers readers. */
export async function checkReplica({
  databaseUrl,
  databaseReadUrl,
}: Config): Promise<readonly StartupFinding[]> {
  if (databaseUrl === undefined || databaseReadUrl === undefined) return [];
  try {
    const [replica, primary] = await Promise.all([
      describeServer(databaseReadUrl),
      describeServer(databaseUrl),
    ]);
    if (replica.isReplica && replica.id === primary.id) return [ok(ITEM, 'follows the database')];
    const says = replica.isReplica ? 'follows another database' : 'is no replica';
    return [wrong(ITEM, says, 'Set it to a streaming replica of DATABASE_URL; until then that answers all')];
  } catch (error) {
    if (namedError(error) !== error) throw error;
    return [wrong(ITEM, 'does not answer', 'Is it right? Until then DATABASE_URL answers all')];
  }
}
