import { ensureBuilt } from './build.mjs';

/** `npm run build`: builds the browser's part, so that a start need not, which may not write in its own folder. */

ensureBuilt();
