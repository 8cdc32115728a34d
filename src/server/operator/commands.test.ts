import { afterAll, beforeAll, expect, it } from 'vitest';
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
  const said: string[] = [];
  const complaints: string[] = [];
  const code = await runCommand(installation.environment, words, {
    say: (line) => said.push(line),
    complain: (line) => complaints.push(line),
  });
  return { code, said: said.join('\n'), complaints: complaints.join('\n') };
}

it('lists schools with their figures, and tells of one', async () => {
  const listed = await operator('schools', 'elm', 'trial', '--sort', 'files', '--json');
  expect(JSON.parse(listed.said)).toMatchObject([
    { name: 'Elm Grove Primary', files: 2, bytes: 8 },
    { id: schoolId, staff: 1, subscribers: 0, newsletters: 0, mails: 0, files: 0, address: null },
  ]);
  expect((await operator('schools', 'oakfield')).said).toBe('None of the 2 schools.');
  expect((await operator('school', schoolId)).said).toMatch(
    /^Elm Grove Primary\n\n[\s\S]*stands +trial, until [\s\S]*owner[\s\S]*Nothing was sent yet/,
  );
  expect(await operator('school', 'elm grove primary')).toMatchObject({
    code: 1,
    complaints: expect.stringContaining('There are 2 schools of that name'),
  });
  expect((await operator('school')).complaints).toContain('school SCHOOL');
});
