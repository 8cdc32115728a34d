import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { UPLOAD_MESSAGES } from '#contract/errors.ts';
import { schoolRoutes } from '#contract/school.ts';
import { readConfig } from '#server/config.ts';
import { findingLine } from '#server/startup-check/finding.ts';
import { checkScanner } from '#server/startup-check/scanner.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { EICAR, startClamd, type TestClamd } from '#test/clamd.ts';
import { createSchool, type TestSchool } from '#test/factories.ts';
import { sendFile, uploadFile } from '#test/files.ts';
import { MULTIPART, multipartBody } from '#test/multipart.ts';
import { officeWith, PDF, picture } from '#test/pictures.ts';
import { temporaryFolder } from '#test/program.ts';

/** A virus scanner checks every upload, by the protocol of ClamAV's daemon. */

let clamd: TestClamd;
let test: TestApp;
let school: TestSchool;
async function open(more: Readonly<Record<string, string>> = {}): Promise<void> {
  clamd = await startClamd();
  test = await buildTestApp({ CLAMD_URL: clamd.url, ...more });
  school = await createSchool(test);
}
beforeEach(() => open());
afterEach(async () => {
  await test.close();
  await clamd.close();
});

const send = async (bytes: Buffer, name: string) => await sendFile(test, school.owner, bytes, name);
const infected = () => Buffer.concat([PDF, Buffer.from(`%${EICAR}`)]);
const stored = async () => {
  const files = join(test.context.config.dataDir, 'files');
  return (await readdir(files, { recursive: true })).filter((name) => /\.\w+$/.test(name));
};
const scans = async () =>
  (await test.context.metrics.text(test.context.database, test.clock.now())).match(
    /inkwell_scans_total\{.*/g,
  );

it('refuses what it finds in a sentence, keeps nothing of it, and takes the rest', async () => {
  const refused = await send(infected(), 'a.pdf');
  expect([refused.status, refused.error().error_message]).toEqual([400, UPLOAD_MESSAGES.fileInfected]);
  expect(await stored()).toEqual([]);
  expect(test.log.join('\n')).toContain('Eicar-Test-Signature');
  await uploadFile(test, school.owner, officeWith({}), 'b.docx');
  expect(await scans()).toEqual([expect.stringContaining('"found"'), expect.stringContaining('"clean"')]);
});

it('looks through pictures that a school takes as its logo, too, and through what is cleaned, as it came', async () => {
  const form = { ...MULTIPART };
  const logo = Buffer.concat([await picture('png'), Buffer.from(EICAR)]);
  const body = multipartBody([{ name: 'school[logo]', filename: 'logo.png', content: logo }]);
  const { token } = school.owner;
  const refused = await test.call(schoolRoutes.updateSchool, {
    token,
    params: { id: school.id },
    body,
    headers: form,
  });
  expect(refused.error().error_message).toBe(UPLOAD_MESSAGES.fileInfected);
  const sent = await picture('jpeg');
  await send(sent, 'a.jpg');
  expect(clamd.seen.at(-1)).toBe(sent.toString('latin1'));
});

it.each(['silent', 'noise'] as const)(
  'takes nothing while the scanner is %s, in a sentence',
  async (mode) => {
    clamd.mode = mode;
    const refused = await send(officeWith({}), 'a.docx');
    expect([refused.status, refused.error().error_message]).toEqual([503, UPLOAD_MESSAGES.scannerAway]);
    expect(await stored()).toEqual([]);
    expect(await scans()).toEqual([expect.stringMatching(/"away".* 1$/)]);
    clamd.mode = 'works';
    expect((await send(officeWith({}), 'a.docx')).status).toBe(201);
  },
);

it('takes nothing that is larger than the scanner looks through', async () => {
  const refused = await send(Buffer.concat([PDF, Buffer.alloc(5_000_000, '%')]), 'a.pdf');
  expect([refused.status, refused.error().error_message]).toEqual([503, UPLOAD_MESSAGES.scannerAway]);
  expect(test.log.join('\n')).toContain('INSTREAM size limit exceeded');
});

it('takes nothing that the scanner did not look through to the end, and calls it no virus', async () => {
  const refused = await send(Buffer.concat([PDF, Buffer.alloc(2_500_000, '%')]), 'a.pdf');
  expect([refused.status, refused.error().error_message]).toEqual([503, UPLOAD_MESSAGES.scannerAway]);
  expect(test.log.join('\n')).toContain('Limits.Exceeded');
});

it('does without the scanner while it is away, where the operator says so', async () => {
  await test.close();
  await clamd.close();
  await open({ CLAMD_OPTIONAL: '1' });
  clamd.mode = 'silent';
  expect((await send(officeWith({}), 'a.docx')).status).toBe(201);
  clamd.mode = 'works';
  expect((await send(infected(), 'a.pdf')).status).toBe(400);
});

it('is reached by a socket in the file system, too, and looked at by the check', async () => {
  const check = async (url: string) => findingLine(await checkScanner(readConfig({ CLAMD_URL: url })));
  const { path, remove } = await temporaryFolder();
  const local = await startClamd(join(path, 'clamd.ctl'));
  expect(await check(local.url)).toMatch(/^ok {5}CLAMD_URL .*answers/);
  await local.close();
  expect(await check(local.url)).toMatch(/^wrong {2}CLAMD_URL .*is away: .*nothing can be uploaded/);
  expect(await check(clamd.url)).toMatch(/^ok /);
  clamd.mode = 'noise';
  expect(await check(clamd.url)).toMatch(/^wrong /);
  expect(findingLine(await checkScanner(readConfig({})))).toMatch(/^note {3}CLAMD_URL .*nobody looks/);
  expect(() => readConfig({ CLAMD_OPTIONAL: '1' })).toThrow('set both, or the second alone');
  await remove();
});
