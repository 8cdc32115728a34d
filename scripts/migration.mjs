import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, root } from './install.mjs';
import { onProjectNode } from './project-node.mjs';

/**
 * `npm run migration -- --name what_it_does`: compares the schema with the last snapshot and writes the next migration. Deletes
 * older snapshots, which nothing reads.
 */

ensureInstalled();
if (await onProjectNode(import.meta.url)) {
  const program = join(root, 'node_modules', 'drizzle-kit', 'bin.cjs');
  // The generator asks whether a column is new or renamed.
  const { status } = spawnSync(process.execPath, [program, 'generate', ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
  const meta = join(root, 'migrations', 'meta');
  const snapshots = readdirSync(meta).filter((file) => file.endsWith('_snapshot.json'));
  for (const older of snapshots.sort().slice(0, -1)) rmSync(join(meta, older));
}
