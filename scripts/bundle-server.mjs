import { join, relative } from 'node:path';
import { rolldown } from 'rolldown';
import { root } from './install.mjs';

/**
 * Writes the server as a few files, which Node loads in half the time of its 1,700 modules (docs/decisions/001). They are two
 * folders deep in the project, like `src/server`, and are not served, because the folder's name begins with a dot.
 */

/**
 * The packages that every start loads and that are pure JavaScript, with their dependencies. All others stay outside: native
 * ones, those with files of their own, and those that are loaded when needed.
 */
const BUNDLED = [
  '@fastify/helmet',
  '@fastify/multipart',
  'any-ascii',
  'csv-stringify',
  'drizzle-orm',
  'fastify',
  'ical-generator',
  'nodemailer',
  'otpauth',
  'p-queue',
  'pg-boss',
  'prom-client',
  'uqr',
  'yazl',
  'zod',
];
/** Their dependencies that stay outside, too: `pg` requires itself, `@opentelemetry/api` is shared with the exporter. */
const APART = ['pg', '@opentelemetry/api'];

/** `name` of `name/part` and `@scope/name` of `@scope/name/part`. */
const packageOf = (specifier) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0];
const isPackage = (specifier) => /^[@\w]/.test(specifier) && !specifier.startsWith('@oxc-project/');

function isExternal(specifier, importer) {
  if (specifier.startsWith('node:')) return !(specifier in REQUIRED);
  if (!isPackage(specifier)) return false;
  const name = packageOf(specifier);
  if (APART.includes(name)) return true;
  return !importer?.includes('/node_modules/') && !BUNDLED.includes(name);
}

/** The engine's thread is the other entry, next to the file that starts it. */
const THREAD = "new URL('./engine-thread.ts', import.meta.url)";
const BUNDLED_THREAD = "new URL('./engine-thread.mjs', import.meta.url)";

/** Keeps the place of each of our modules, from which it finds the project's files. */
const places = {
  name: 'places',
  transform(code, id) {
    if (!id.startsWith(join(root, 'src/')) || !code.includes('import.meta.url')) return null;
    const place = `new URL('../../${relative(root, id)}', import.meta.url).href`;
    const parts = code.split(THREAD).map((part) => part.replaceAll('import.meta.url', place));
    return { code: parts.join(BUNDLED_THREAD), map: null };
  },
};

/**
 * Two modules of Node whose `import` reads all exports, which loads Node's whole fetch (a twentieth of a start). They are required
 * instead, and export only the names that our modules import.
 */
const REQUIRED = {
  'node:http': ['Agent', 'request'],
  'node:https': ['Agent', 'request'],
};
const required = {
  name: 'required',
  resolveId: (specifier, _importer, { kind }) =>
    kind === 'import-statement' && specifier in REQUIRED ? `\0${specifier}` : null,
  load(id) {
    const name = id.slice(1);
    if (!id.startsWith('\0') || !(name in REQUIRED)) return null;
    return `import { createRequire } from 'node:module';
      const required = createRequire(import.meta.url)('${name}');
      export default required;
      export const { ${REQUIRED[name].join(', ')} } = required;`;
  },
};

const bundle = await rolldown({
  input: {
    main: join(root, 'src/server/main.ts'),
    'engine-thread': join(root, 'src/server/platform/db/embedded/engine-thread.ts'),
  },
  cwd: root,
  platform: 'node',
  external: isExternal,
  plugins: [places, required],
});
await bundle.write({
  dir: join(root, 'dist/.server'),
  cleanDir: true,
  entryFileNames: '[name].mjs',
  chunkFileNames: '[name]-[hash].mjs',
});
await bundle.close();
