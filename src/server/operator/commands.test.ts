import { chown, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '#test/program.ts';
import { migratedInstallation, seedFiles, seedSchool, type TestInstallation } from '#test/seed.ts';
import { runCommand } from './commands.ts';

/** The commands by the words that an operator types, on a database of either kind. */

let installation: TestInstallation;
let schoolId: string;
beforeAll(async () => {
  installation = await migratedInstallation();
  schoolId = (await seedSchool(installation)).id;
  await seedFiles(installation, 2);
});
afterAll(async () => await installation.remove());

async function operator(...words: readonly string[]) {
  const output: string[] = [];
  const complaints: string[] = [];
  const code = await runCommand(installation.environment, words, {
    say: (line) => output.push(line),
    complain: (line) => complaints.push(line),
  });
  return { code, output: output.join('\n'), complaints: complaints.join('\n') };
}

it('lists schools with their figures, and describes one', async () => {
  const listed = await operator('schools', 'elm', 'trial', '--sort', 'files', '--json');
  expect(JSON.parse(listed.output)).toMatchObject([
    { name: 'Elm Grove Primary', files: 2, bytes: 8 },
    { id: schoolId, staff: 1, subscribers: 0, newsletters: 0, mails: 0, files: 0, address: null },
  ]);
  expect((await operator('schools', 'oakfield')).output).toBe('None of the 2 schools.');
  expect((await operator('school', schoolId)).output).toMatch(
    /^Elm Grove Primary\n\n[\s\S]*state +trial, until [\s\S]*owner[\s\S]*Nothing was sent yet/,
  );
  expect(await operator('school', 'elm grove primary')).toMatchObject({
    code: 1,
    complaints: expect.stringContaining('There are 2 schools of that name'),
  });
});

it('says last which word is wrong, and which was meant', async () => {
  const lastOf = async (...words: readonly string[]) => {
    const { code, output, complaints } = await operator(...words);
    expect({ code, output }).toEqual({ code: 1, output: '' });
    return complaints.split('\n').at(-1);
  };
  const help = '‘npm run operator’ shows what there is.';
  expect((await operator('shcools')).complaints).toBe(
    `There is no command ‘shcools’: did you mean ‘schools’? ${help}`,
  );
  expect(await lastOf('toString')).toBe(`There is no command ‘toString’: ${help}`);
  expect((await operator('school')).complaints).toMatch(/^school SCHOOL [\s\S]*\n\nSCHOOL is missing\.$/);
  expect(await lastOf('school', 'Elm', 'Grove')).toMatch(/^‘Grove’ is a word too many/);
  expect(await lastOf('schools', '--sotr', 'files')).toBe(
    '‘schools’ has no option --sotr: did you mean --sort?',
  );
  expect(await lastOf('schools', '--colour')).toBe('‘schools’ has no option --colour.');
  expect(await lastOf('schools', '--sort')).toBe('--sort needs a value.');
  expect(await lastOf('schools', '--json=yes')).toBe('--json takes no value.');
  expect(await lastOf('schools', '--sort', 'size')).toMatch(/^--sort takes one of name, created, /);
  expect(await lastOf('suspend', schoolId)).toBe('--why is missing.');
  expect(await lastOf('backup', '--to', '')).toBe('--to is missing.');
  expect(await lastOf('export', schoolId)).toBe('--to is missing.');
  expect(await lastOf('restore')).toBe('--from is missing.');
  expect(await lastOf('verify', 'all')).toMatch(/^‘all’ is a word too many/);
  expect(await lastOf('copy-files')).toBe('Which way? The first word is to-bucket or to-folder.');
  expect(await lastOf('quota', schoolId, '--storage', 'much')).toMatch(/^--storage takes a size such as/);
  expect(await lastOf('quota', schoolId, '--subscribers', '0')).toMatch(/^--subscribers takes a whole/);
  expect(await lastOf('resend', 'all')).toMatch(/^SENDING is an id/);
});

it('explains all commands, or one', async () => {
  const all = await operator();
  expect(all).toMatchObject({ code: 0, complaints: '' });
  expect(all.output).toMatch(/^schools [\s\S]*^copy-files /m);
  for (const words of [['help'], ['--help'], ['-h']]) expect(await operator(...words)).toEqual(all);
  const one = await operator('lift', '--help');
  expect(one).toMatchObject({ code: 0, output: expect.stringMatching(/^lift SCHOOL\n/) });
  expect(await operator('help', 'lift')).toEqual(one);
});

it('suspends and lifts, and changes what a school may have', async () => {
  const suspended = await operator('suspend', schoolId, '--why', 'families complained.');
  expect(suspended.output).toContain(
    '“Your school is suspended: families complained. You can read and download everything, but change, publish and send nothing.”\n',
  );
  expect((await operator('school', schoolId)).output).toMatch(/suspended +since .*: families complained/);
  expect((await operator('lift', schoolId)).output).toBe('Elm Grove Primary is no longer suspended.');
  expect((await operator('suspend', schoolId)).complaints).toContain('--why');
  const granted = await operator('quota', schoolId, '--storage', '20GB', '--mails-per-day', '50');
  expect(granted.output).toMatch(
    /mails a day: 50\nfiles: 20.0 GB\nnewsletters: 200.0 MB \(as every school\), of which 0.0 MB are used\nfamilies: any number/,
  );
  expect((await operator('quota', schoolId, '--newsletters', '2GB')).output).toContain(
    'newsletters: 2000.0 MB, of which 0.0 MB are used',
  );
  expect((await operator('quota', schoolId, '--storage', 'default')).output).toContain(
    '5368.7 MB (as every school)',
  );
  expect((await operator('quota', schoolId, '--storage', 'much')).code).toBe(1);
});

it('takes everything of a school along, and erases it once its name is typed', async () => {
  const file = join(installation.folder, 'school.zip');
  expect((await operator('export', schoolId, '--to', file)).output).toBe(
    `Everything of Elm Grove Primary is in ${file}.`,
  );
  expect((await readFile(file)).subarray(0, 2).toString()).toBe('PK');
  expect((await operator('export', schoolId, '--to', file)).complaints).toContain('is there already');
  const asked = await operator('erase', schoolId);
  expect(asked.output).toMatch(/1 staff, 0 families, .*\nNothing was erased/);
  expect(await operator('erase', schoolId, '--yes', 'Elm')).toMatchObject({ code: 1 });
  expect((await operator('erase', schoolId, '--yes', 'Elm Grove Primary')).output).toContain('It is erased');
  expect((await operator('school', schoolId)).complaints).toContain('There is no school');
});

it('says which files a backup and a check count', async () => {
  const { output } = await operator('backup', '--to', join(installation.folder, 'backups'));
  expect(output).toMatch(
    /^The database and 2 uploaded files are in \S+: \d+\.\d MB in all, with 1 file that the program keeps beside them \(/,
  );
  expect((await operator('verify')).output).toBe(
    '1 school, 0 published newsletters, 0 editions, 2 uploaded files\nAll is whole.',
  );
});

it('says in a sentence which path cannot be used', async () => {
  const { code, complaints } = await operator('backup', '--to', '/proc/nope');
  expect(code).toBe(1);
  expect(complaints).toMatch(/^\/proc\/nope\S* cannot be used \(ENOENT: no such file or directory\)\.$/);
});

it('refuses the folder of another user, in one line', async () => {
  const { path, remove } = await temporaryFolder();
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) await chown(path, 65_534, 65_534);
  const complaints: string[] = [];
  const code = await runCommand({ DATA_DIR: isRoot ? path : '/' }, ['schools'], {
    say: () => undefined,
    complain: (line) => complaints.push(line),
  });
  expect(code).toBe(1);
  expect(complaints).toEqual([
    expect.stringMatching(/belongs to another user \(number \d+\), .* run it as that user/),
  ]);
  await remove();
});
