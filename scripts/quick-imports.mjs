import { enableCompileCache, registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Makes the program's start quicker; it works without. For each of drizzle-orm's 90 modules Node reads and parses that
 * package's package.json of 180 KB, to learn what they are: 0.4 s in all, while the answer is always the same. And what
 * was compiled once need not be compiled again.
 */

const cache = fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url));
enableCompileCache(cache);

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL = '', conditions } = context;
    const inside = specifier.startsWith('.') && parentURL.includes('/node_modules/drizzle-orm/');
    if (!inside || !conditions.includes('import')) return next(specifier, context);
    return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true };
  },
});
