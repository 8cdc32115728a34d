import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

/** Preloaded into the program: writes the name of each package that it loads to the file LOADED, one per line. */

registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    const name = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(found.url)?.[1];
    if (name) appendFileSync(process.env.LOADED, `${name}\n`);
    return found;
  },
});
