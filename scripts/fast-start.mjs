import { enableCompileCache, registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Optional: speeds up the start. Node parses drizzle-orm's package.json of 180 KB for each of that package's 90
 * modules, 0.4 s in all, always with the same result. Also enables the compile cache.
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
