import { ensureInstalled } from './install.mjs';
import { onProjectNode } from './project-node.mjs';

/** `npm run operator -- <command>`: installs if necessary, then runs one of the commands of `src/server/operator`. */

ensureInstalled({ builds: false });
if (await onProjectNode(import.meta.url)) {
  await import('./fast-start.mjs');
  await import('../src/server/operator/main.ts');
}
