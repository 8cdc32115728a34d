import { globSync, readFileSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { playwright } from '@vitest/browser-playwright';
import { Engine } from 'mrml';
import { defineConfig } from 'vitest/config';
import { RENDER_OPTIONS } from './src/newsletter/render/render-options.ts';
import { chromiumExecutable } from './test/chromium.ts';
import { SAMPLES } from './test/pictures.ts';
import { WaitingFirst } from './test/waiting-first.ts';
import { testsWithoutDatabase } from './test/without-database.ts';

const engine = new Engine();
engine.setRenderOptions(RENDER_OPTIONS);

/** What the tests in a real browser load, directly or not. */
const BROWSER_PACKAGES = [
  ...['@mantine/core', '@mantine/form', '@mantine/hooks', '@tabler/icons-react', '@tanstack/react-query'],
  ...['zundo', 'zustand', 'zustand/vanilla', 'zod', 'react-router'],
  ...['@tiptap/core', '@tiptap/extension-link', '@tiptap/pm/model', '@tiptap/pm/state', '@tiptap/react'],
  ...['@tiptap/starter-kit', 'vitest-browser-react'],
  'libheif-js/libheif-wasm/libheif.js',
  ...['react', 'react-dom', 'react-dom/client', 'react/jsx-runtime', 'react/jsx-dev-runtime'],
];

/** The folder of all reports. It lies outside the folders that runners empty. */
const REPORTS = '.reports';

// A slow machine may take its time; what hangs still ends, and says which test it was.
const PATIENCE = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  teardownTimeout: 20_000,
  expect: { poll: { timeout: 60_000 } },
};

/**
 * An embedded database takes some 400 MB: three at a time, whatever the machine. Tests of killed programs wait a quarter of their
 * time, so that two would leave two cores idle.
 */
const WORKERS = 3;

/** Pages at a time: one waits for half of its time. */
const PAGES = 2;

/** Tests of the server whose second run would be the same: they open no database of the tests, or choose it themselves. */
const WITHOUT_TEST_DATABASE = [
  ...testsWithoutDatabase(),
  'src/server/main.test.ts',
  'src/server/startup-check/check.test.ts',
  'src/server/platform/{files/s3,db/embedded,tracing}/**',
];

/**
 * Tests that may end differently on PostgreSQL: of the database itself, of things that happen at the same time, and of each call once.
 * All others run there in the long form alone (`npm test -- long`), those of killed programs too: the embedded database is killed with
 * its program, which is harder, and `two-processes` kills programs on PostgreSQL.
 */
const BY_DATABASE = [
  'src/server/{data,operator,platform,restored,startup-check}/**/*.test.ts',
  'src/server/features/**/*races.test.ts',
  'test/**/*.test.ts',
];
const onPostgres = process.env.TEST_DATABASE_URL !== undefined;
const isLong = process.env.TEST_LONG !== undefined;

/** Each call is tried on one database: on PostgreSQL, where fewer of the other tests run. */
const ON_POSTGRES_ALONE = process.env.TEST_POSTGRES_FOLLOWS === undefined ? [] : ['test/routes.test.ts'];

/** Test files that replace modules. That works only before anybody has loaded them, so each has a process of its own. */
const REPLACING = globSync('{src,test}/**/*.test.{ts,tsx}').filter((file) =>
  /\bvi\.(?:doMock|mock|resetModules)\(/.test(readFileSync(file, 'utf8')),
);

/** Tests with programs that a machine may lack: they run where their variable is set. */
const WITH_OTHER_PROGRAMS = [
  ...(process.env.TEST_MAIL_SERVERS === undefined
    ? ['src/server/features/mail-reports/mail-servers.test.ts']
    : []),
  ...(process.env.TEST_PROXIES === undefined ? ['test/proxies.test.ts'] : []),
  ...(process.env.UPGRADE_FROM === undefined ? ['test/rolling-upgrade.test.ts'] : []),
];

interface Files {
  readonly name: string;
  readonly include: string[];
  readonly exclude: string[];
}

/** A project whose files share two processes, so that each does not load the program anew, and one for `REPLACING`. */
function sharing<Options extends { readonly test: Files }>(options: Options): Options[] {
  const { name, include, exclude } = options.test;
  const alone = REPLACING.filter((file) => matchesOne(file, include) && !matchesOne(file, exclude));
  const shared = { ...options, test: { ...options.test, isolate: false, exclude: [...exclude, ...alone] } };
  if (alone.length === 0) return [shared];
  return [shared, { ...options, test: { ...options.test, name: `${name}-alone`, include: alone } }];
}

const matchesOne = (file: string, patterns: readonly string[]) =>
  patterns.some((pattern) => matchesGlob(file, pattern));

/**
 * The tests below the browser journeys, by where they run. `server` is a project of its own, because it runs a second time,
 * on PostgreSQL (see scripts/test.mjs). Screens have a context or a page for each file: they share `window`.
 */
export default defineConfig({
  test: {
    maxWorkers: WORKERS,
    sequence: { sequencer: WaitingFirst },
    attachmentsDir: `${REPORTS}/attachments`,
    projects: [
      ...sharing({
        test: {
          ...PATIENCE,
          name: 'node',
          environment: 'node',
          include: [
            'src/newsletter/**/*.test.ts',
            'src/contract/**/*.test.ts',
            'test/reviewed-pictures/*.test.ts',
          ],
          exclude: ['**/*.browser.test.ts', 'src/newsletter/rich-text/editor/**'],
        },
      }),
      ...sharing({
        test: {
          ...PATIENCE,
          name: 'server',
          environment: 'node',
          include: onPostgres && !isLong ? BY_DATABASE : ['src/server/**/*.test.ts', 'test/**/*.test.ts'],
          // The embedded database is for one process.
          exclude: [
            'test/reviewed-pictures/**',
            ...WITH_OTHER_PROGRAMS,
            ...(onPostgres
              ? WITHOUT_TEST_DATABASE
              : ['test/two-processes.test.ts', 'test/histories/two-programs.test.ts', ...ON_POSTGRES_ALONE]),
          ],
        },
      }),
      {
        extends: './vite.config.ts',
        test: {
          ...PATIENCE,
          name: 'jsdom',
          environment: 'jsdom',
          // A process runs one file after the other, each in a context of its own: a process for each takes twice the CPU.
          pool: 'vmForks',
          // A project with a pool of its own does not take this from above, and those that run together need the same.
          maxWorkers: WORKERS,
          include: [
            'src/{ui,web}/**/*.test.{ts,tsx}',
            'src/newsletter/rich-text/editor/**/*.test.ts',
            'src/newsletter/blocks/**/*.test.tsx',
          ],
          exclude: ['**/*.browser.test.{ts,tsx}'],
          setupFiles: ['test/support/web/setup.ts'],
        },
      },
      {
        extends: './vite.config.ts',
        // Vite's scanner does not look behind `#web/…`, and what it finds only later reloads a running test.
        optimizeDeps: { include: BROWSER_PACKAGES },
        test: {
          ...PATIENCE,
          name: 'browser',
          // After all others: beside them everything would take longer. By default a machine of two cores has one page.
          maxWorkers: PAGES,
          sequence: { groupOrder: 1 },
          include: ['src/**/*.browser.test.{ts,tsx}'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: await chromiumExecutable() }),
            instances: [{ browser: 'chromium' }],
            // What the server's engine makes of the same MJML, to hold the browser's against it.
            commands: {
              renderInNode: (_context, mjml: string) => engine.toHtml(mjml),
              // Real files of pictures, as phones and programs write them.
              makePicture: async (_context, kind: keyof typeof SAMPLES) =>
                (await SAMPLES[kind]()).toString('base64'),
            },
          },
        },
      },
    ],
  },
});
