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
  if (specifier.startsWith('node:')) return !(specifier in REQUIRED);
  if (!isPackage(specifier)) return false;
  const name = packageOf(specifier);
  if (APART.includes(name)) return true;
  return !importer?.includes('/node_modules/') && !BUNDLED.includes(name);
}

/** The engine's thread is the other entry: it stands beside what starts it. */
const THREAD = "new URL('./engine-thread.ts', import.meta.url)";
const BUNDLED_THREAD = "new URL('./engine-thread.mjs', import.meta.url)";

/** Our modules find the project's files from their own place: they keep it. */
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
 * The two modules of Node whose `import` reads all that they export, which loads its whole fetch (a twentieth of a start): they are
 * required instead, and give what our modules import by name.
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
