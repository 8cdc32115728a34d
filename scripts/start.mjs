import { ensureInstalled, refuseWhileRunning } from './install.mjs';
import { onProjectNode } from './project-node.mjs';

/**
 * `npm start`: installs and builds if necessary, then starts the server. `npm start -- check` runs the startup check.
 */

await refuseWhileRunning(process.env);
ensureInstalled();
if (await onProjectNode(import.meta.url)) {
  // Hides Node's warning at every start that its SQLite is experimental.
  process.removeAllListeners('warning');
  process.on('warning', (warning) => {
    if (warning.name !== 'ExperimentalWarning') console.warn(warning.stack ?? String(warning));
  });
  await import('./fast-start.mjs');
  if (process.argv[2] === 'check') await import('../src/server/main.ts');
  else {
    const { ensureBuilt } = await import('./build.mjs');
    ensureBuilt();
    await import('../dist/.server/main.mjs');
  }
}
