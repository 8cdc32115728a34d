import type { Config } from '#server/config.ts';
import { OperatorError } from '#server/operator/operator-error.ts';
import { refuseInUse } from '#server/operator/require-database.ts';
import { databaseFolder, isCreated } from '#server/platform/db/embedded/folder.ts';

/** Throws `OperatorError` if DATA_DIR holds an embedded database that a restore would have to replace. */
export function refuseFullFolder({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl !== undefined) return;
  refuseInUse(dataDir);
  if (isCreated(databaseFolder(dataDir)))
    throw new OperatorError(
      `There is a database in ${dataDir}: set DATA_DIR to an empty folder, or take --aside, which renames what is there.`,
    );
}
