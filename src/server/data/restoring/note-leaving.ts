import type { AppContext } from '#server/context.ts';
import { appendLeaving, type Leaving } from '#server/platform/leavings-file.ts';

/**
 * Records a leaving beside the database once the transaction is committed, so that a restored backup does not undo it.
 * The leaving counts even if the folder cannot be written to.
 */
export function noteLeaving(
  { config, clock, database, report }: Pick<AppContext, 'config' | 'clock' | 'database' | 'report'>,
  what: Leaving['what'],
  { schoolId, id }: Pick<Leaving, 'schoolId' | 'id'>,
): void {
  const at = clock.now().toISOString();
  database.afterCommit(() => {
    try {
      appendLeaving(config.dataDir, { at, what, schoolId, id });
    } catch (error) {
      report(error);
    }
  });
}
