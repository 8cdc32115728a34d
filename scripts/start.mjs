import { isBuilt } from './build.mjs';
import { dropDevelopment, ensureInstalled, refuseWhileRunning } from './install.mjs';
import { onProjectNode } from './project-node.mjs';

/**
 * `npm start`: installs and builds if necessary, then starts the server. `npm start -- check` runs the startup check.
 */

const word = process.argv[2];
if (word !== undefined && word !== 'check') {
  console.error(
    `‘npm start’ knows no ‘${word}’: without a word it starts the program, with ‘-- check’ it looks at what production needs.`,
  );
  process.exit(1);
}
// Development needs all packages; production needs those for the build only until it is built.
const builds = process.env.NODE_ENV !== 'production' || (word !== 'check' && !isBuilt());
await refuseWhileRunning(process.env, { builds });
ensureInstalled({ builds });
if (await onProjectNode(import.meta.url)) {
  // Hides Node's warning at every start that its SQLite is experimental.
  process.removeAllListeners('warning');
  process.on('warning', (warning) => {
    if (warning.name !== 'ExperimentalWarning') console.warn(warning.stack ?? String(warning));
  });
  await import('./fast-start.mjs');
  if (word === 'check') await import('../src/server/main.ts');
  else {
    const { ensureBuilt } = await import('./build.mjs');
    ensureBuilt();
    dropDevelopment();
    await import('../dist/.server/main.mjs');
  }
}
