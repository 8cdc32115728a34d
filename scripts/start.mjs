import { ensureInstalled, refuseWhileRunning } from './install.mjs';
import { onProjectNode } from './project-node.mjs';

/**
 * `npm start`: on a fresh machine as on any other, installs, builds and starts what is needed. `npm start -- check` says
 * instead what production needs.
 */

await refuseWhileRunning(process.env);
ensureInstalled();
if (await onProjectNode(import.meta.url)) {
  // Node says of its SQLite at every start that it is experimental: nothing that the person here can do about.
  process.removeAllListeners('warning');
  process.on('warning', (warning) => {
    if (warning.name !== 'ExperimentalWarning') console.warn(warning.stack ?? String(warning));
  });
  if (process.argv[2] !== 'check') {
    const { ensureBuilt } = await import('./build.mjs');
    ensureBuilt();
  }
  await import('./quick-imports.mjs');
  await import('../src/server/main.ts');
}
