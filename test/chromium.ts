/**
 * The browser of the tests: Chromium from an npm package, so that no run needs root or a download. The package is made for
 * a cloud function's image. On other machines it needs shared libraries, fonts and a temporary folder, which this adds.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** A launcher's settings for the browser: file, environment and flags. */
export type Chromium = { executablePath: string; env: Record<string, string>; args: string[] };

/** The package's own flags switch web security off; these do not. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Makes the package unpack its shared libraries too. */
const LIBRARIES_WANTED = { AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' };

/**
 * Unpacks the browser if needed (once per version and user) and returns the settings to start it. `CHROMIUM=/path` selects
 * another browser.
 * @throws Error on a platform that the package has no browser for and `CHROMIUM` is unset
 */
export async function chromiumExecutable(): Promise<Chromium> {
  const configured = process.env.CHROMIUM;
  if (configured) return { executablePath: configured, env: inherited(), args: FLAGS };
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(
      `The npm package has no browser for ${process.platform} ${process.arch}: set CHROMIUM to the path of a Chrome or Chromium.`,
    );
  }
  const folder = await unpackedFolder();
  return {
    executablePath: join(folder, 'chromium'),
    env: {
      ...inherited(),
      LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
      TMPDIR: tmpdir(),
      HOME: join(folder, 'tmp'),
    },
    args: FLAGS,
  };
}

async function unpackedFolder(): Promise<string> {
  const folder = join(cacheFolder(), `inkwell-chromium-${await packageVersion()}-${process.getuid?.()}`);
  if (await isWhole(folder)) return folder;
  const staging = await mkdtemp(`${folder}-`);
  try {
    await unpack(staging);
    await writeFile(join(staging, 'fonts.conf'), fontsConf(folder));
    await mkdir(join(staging, 'tmp'));
    await rename(staging, folder).catch(async (error: Error) => {
      // Renaming fails if another process was first. Its folder is as good.
      if (await isWhole(folder)) return;
      // A cleaner of temporary files may have deleted parts of the old folder.
      await rm(folder, { recursive: true, force: true });
      await rename(staging, folder).catch(() => Promise.reject(error));
    });
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
  return folder;
}

/** The tests' temporary folder may lie in memory and end with them (see `scripts/memory-folder.mjs`). */
const cacheFolder = () => process.env.TEST_CACHE ?? tmpdir();

/**
 * Whether the folder is complete. Throws if another user owns it, since anybody can create files in the temporary
 * folder.
 */
async function isWhole(folder: string): Promise<boolean> {
  const found = await stat(folder).catch(() => null);
  if (!found) return false;
  if (found.uid !== process.getuid?.()) throw new Error(`${folder} belongs to somebody else: remove it.`);
  const parts = ['chromium', 'fonts.conf', 'fonts', 'al2023/lib', 'tmp'].map((part) =>
    stat(join(folder, part)),
  );
  return (await Promise.allSettled(parts)).every(({ status }) => status === 'fulfilled');
}

/** Runs in a child process, because the package unpacks to the process-wide TMPDIR. */
async function unpack(target: string): Promise<void> {
  const program = `(await import(${JSON.stringify(import.meta.resolve('@sparticuz/chromium'))})).default.executablePath()`;
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', `await ${program}`], {
    env: { ...inherited(), ...LIBRARIES_WANTED, TMPDIR: target },
  });
}

async function packageVersion(): Promise<string> {
  const entry = fileURLToPath(import.meta.resolve('@sparticuz/chromium'));
  const description = await readFile(join(entry, '..', '..', 'package.json'), 'utf8');
  return /"version": "([^"]+)"/.exec(description)?.[1] ?? 'unknown';
}

function fontsConf(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(folder, 'fonts')}</dir>
  <cachedir>${join(folder, 'tmp', 'fontconfig')}</cachedir>
</fontconfig>
`;
}

function inherited(): Record<string, string> {
  const entries = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return Object.fromEntries(entries);
}
