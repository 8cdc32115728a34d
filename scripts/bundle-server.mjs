import { join, relative } from 'node:path';
import { rolldown } from 'rolldown';
import { root } from './install.mjs';

/**
 * Writes the server as a few files, which Node loads in half the time of its 1,700 modules (docs/decisions/001). They stand two
 * folders deep in the project, as `src/server` does, and are not served, as the folder's name begins with a dot.
 */

/**
 * The packages that every start loads and that are JavaScript alone, with their dependencies. All others stay as they are: native
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
/** Their dependencies that stay as well: `pg` asks for itself, `@opentelemetry/api` is shared with the exporter. */
const APART = ['pg', '@opentelemetry/api'];

/** `name` of `name/part` and `@scope/name` of `@scope/name/part`. */
const packageOf = (specifier) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0];
const isPackage = (specifier) => /^[@\w]/.test(specifier) && !specifier.startsWith('@oxc-project/');

function isExternal(specifier, importer) {
  if (specifier.startsWith('node:')) return true;
  if (!isPackage(specifier)) return false;
  const name = packageOf(specifier);
  if (APART.includes(name)) return true;
  return !importer?.includes('/node_modules/') && !BUNDLED.includes(name);
}

/** Our modules find the project's files from their own place: they keep it. */
const places = {
  name: 'places',
  transform(code, id) {
    if (!id.startsWith(join(root, 'src/')) || !code.includes('import.meta.url')) return null;
    const place = `new URL('../../${relative(root, id)}', import.meta.url).href`;
    return { code: code.replaceAll('import.meta.url', place), map: null };
  },
};

const bundle = await rolldown({
  input: { main: join(root, 'src/server/main.ts') },
  cwd: root,
  platform: 'node',
  external: isExternal,
  plugins: [places],
});
await bundle.write({
  dir: join(root, 'dist/.server'),
  cleanDir: true,
  entryFileNames: '[name].mjs',
  chunkFileNames: '[name]-[hash].mjs',
});
await bundle.close();
