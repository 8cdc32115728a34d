import { ensureBuilt } from './build.mjs';
import { onProjectNode } from './project-node.mjs';

/** `npm run build`: builds the browser's part and a new database, for a start that may not write in its own folder. */

if (await onProjectNode(import.meta.url)) ensureBuilt();
