import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { findPostgres, startPostgres } from '../test/postgres.ts';
import { root } from './install.mjs';
import { run } from './run.mjs';
import { buildCheck } from './test-checks.mjs';

const PROJECTS = ['node', 'server', 'jsdom', 'browser'];
const SERVER_PATH = /^(\.\/)?(src\/server|test)\b(?!\/reviewed-pictures)/;
/** Test files at a time on PostgreSQL: more, because no embedded database needs memory, and they wait more. */
const ON_POSTGRES = 4;

/**
 * Runs Vitest: all tests with the embedded database, then on PostgreSQL those that may differ there (see vitest.config.ts), and in
 * the long form all tests of the server.
 */
export async function units(wanted) {
  const outcomes = [];
  const projects = PROJECTS.filter(wanted.has);
  const paths = wanted.unitPaths.filter((path) => SERVER_PATH.test(path));
  const follows = wanted.has('server') || wanted.has('postgres') || paths.length > 0;
  const env = { ...process.env, ...(wanted.isLong && { TEST_LONG: '1' }) };
  const first = { ...env, ...(follows && !wanted.isLong && hasPostgres() && { TEST_POSTGRES_FOLLOWS: '1' }) };
  if (projects.length > 0) outcomes.push(await embedded(projectFlags(projects), first));
  if (wanted.unitPaths.length > 0) outcomes.push(await embedded(wanted.unitPaths, first));
  if (follows) outcomes.push(...(await onPostgres(paths, env)));
  return outcomes;
}

const hasPostgres = () => process.env.TEST_DATABASE_URL !== undefined || findPostgres() !== null;

// With the files that need a process of their own (see vitest.config.ts).
const projectFlags = (projects) => projects.flatMap((project) => ['--project', `${project}*`]);

// Ignores a server that the caller has set.
async function embedded(selection, { TEST_DATABASE_URL: _, ...env }) {
  return vitest('tests (the server on the embedded database)', 'units', selection, env);
}

async function onPostgres(paths, env) {
  try {
    return await onServer(paths, env);
  } catch (error) {
    console.error(error);
    return [
      { name: 'tests of the server on PostgreSQL', passed: 0, failed: 1, hint: 'PostgreSQL did not start' },
    ];
  }
}

async function onServer(paths, before) {
  const named = process.env.TEST_DATABASE_URL;
  const postgres = named ? { url: named, stop: () => Promise.resolve() } : await startPostgres();
  if (!postgres) {
    console.log(
      '\nPostgreSQL: none on this machine and TEST_DATABASE_URL is unset; the embedded database only.',
    );
    return [];
  }
  try {
    const name = `tests of the server on PostgreSQL ${await versionOf(postgres.url)}`;
    console.log(`\n${name}`);
    const env = { ...before, TEST_DATABASE_URL: postgres.url };
    // Some paths have no tests that need a server; the first half reports paths without any tests.
    const selection = [
      `--maxWorkers=${ON_POSTGRES}`,
      ...(paths.length > 0 ? ['--passWithNoTests', ...paths] : []),
    ];
    return [await vitest(name, 'postgres', [...projectFlags(['server']), ...selection], env)];
  } finally {
    await postgres.stop();
  }
}

async function versionOf(url) {
  const { Client } = await import('pg');
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('show server_version');
  await client.end();
  return rows[0].server_version;
}

async function vitest(name, report, selection, env) {
  const errors = `.reports/${report}-errors.json`;
  const reporters = ['default', 'json', './scripts/unhandled-errors.mjs'].map((one) => `--reporter=${one}`);
  const { code } = await run(
    ['vitest/vitest.mjs', 'run', ...selection, ...reporters, `--outputFile.json=.reports/${report}.json`],
    { env: { ...env, UNHANDLED_ERRORS: join(root, errors) } },
  );
  return outcome(name, code, report, ({ numPassedTests, numFailedTests, numPendingTests, testResults }) => ({
    passed: numPassedTests,
    // A file that could not be loaded has no failed tests, but counts as one failure.
    failed:
      numFailedTests + testResults.filter((file) => file.status === 'failed' && !hasFailure(file)).length,
    skipped: numPendingTests,
    failures: [...testResults.flatMap((file) => failuresOf(file)), ...(read(errors) ?? []).map(firstLine)],
  }));
}

/** A line for each failed test of a file, or for a file that could not be loaded. */
function failuresOf(file) {
  const path = relative(root, file.name);
  if (file.status === 'failed' && !hasFailure(file)) return [`${path}: ${firstLine(file.message)}`];
  return file.assertionResults
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) => `${path} › ${fullName}: ${firstLine(failureMessages[0])}`);
}

const hasFailure = ({ assertionResults }) => assertionResults.some(({ status }) => status === 'failed');

/** Runs Playwright on the built program. */
export async function journeys(wanted) {
  const outcomes = [];
  const wantsJourneys = wanted.has('journeys') || wanted.journeyPaths.length > 0;
  if (wanted.has('build') || wantsJourneys) outcomes.push(await buildCheck());
  if (!wantsJourneys) return outcomes;
  const { code } = await run(['@playwright/test/cli.js', 'test', ...wanted.journeyPaths]);
  const counted = outcome('journeys', code, 'journeys', ({ stats, suites }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
    failures: suites.flatMap((suite) => failedSpecs(suite)),
  }));
  return [...outcomes, counted];
}

/** A line with the first error of each failed journey. */
function failedSpecs({ specs = [], suites = [] }) {
  const failed = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, results }) => {
        const error = results.flatMap(({ errors }) => errors)[0];
        return `[${projectName}] ${file}${lineIn(file, error)} › ${title}: ${firstLine(error?.message)}${waitedFor(error)}`;
      }),
  );
  return [...failed, ...suites.flatMap((suite) => failedSpecs(suite))];
}

/** The line of the journey itself: the error may come from a helper that all of it calls. */
function lineIn(file, error) {
  const lines = [...stripVTControlCharacters(error?.message ?? '').matchAll(/([^/\s]+\.ts):(\d+)/g)];
  const found = lines.find(([, name]) => file.endsWith(name));
  return found === undefined ? '' : `:${found[2]}`;
}

/** The locator or event that Playwright waited for, which is not in the first line of its message. */
function waitedFor(error) {
  const found = /^ *- (waiting for .*)$/m.exec(stripVTControlCharacters(error?.message ?? ''));
  return found === null ? '' : ` ${found[1].slice(0, 200)}`;
}

const firstLine = (message = '') => stripVTControlCharacters(message).split('\n', 1)[0].slice(0, 300);

/** Counts a report. A failed run without a failed test (in a set-up, say) counts as one failure. */
function outcome(name, code, report, count) {
  const file = `.reports/${report}.json`;
  const { passed, failed, skipped, failures } = count(read(file) ?? EMPTY);
  if (skipped > 0) console.log(`${name}: ${skipped} skipped`);
  const hint = `see above, or ${file}`;
  return { name, passed, failed: failed === 0 && code !== 0 ? 1 : failed, hint, failures };
}

const EMPTY = {
  numPassedTests: 0,
  numFailedTests: 0,
  numPendingTests: 0,
  testResults: [],
  suites: [],
  stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0 },
};

function read(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8'));
  } catch {
    return null;
  }
}
