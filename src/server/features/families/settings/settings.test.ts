import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditRoutes } from '#contract/audit.ts';
import { ADDRESSES_MAX, PAGE_MESSAGES, schoolPageRoutes } from '#contract/families/school-pages.ts';
import { deleteSchool } from '#server/data/schools.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createSchool, type TestSchool } from '#test/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());

const change = (school: TestSchool, school_pages: object) =>
  test.call(schoolPageRoutes.updateSchoolPages, {
    token: school.owner.token,
    params: { id: school.id },
    body: { school_pages },
  });
const read = async (school: TestSchool) => {
  const call = { token: school.owner.token, params: { id: school.id } };
  return (await test.call(schoolPageRoutes.getSchoolPages, call)).ok().school_pages.data.attributes;
};

describe('the pages of a school', () => {
  it('get an address like its name with the first switch, and each school its own', async () => {
    const school = await createSchool(test);
    const { address, suggested_address } = await read(school);
    expect(address).toBeNull();
    (await change(school, { lists_newsletters: true })).ok();
    expect(await read(school)).toMatchObject({ address: suggested_address, lists_newsletters: true });

    const namesake = await createSchool(test);
    expect((await read(namesake)).suggested_address).not.toBe(suggested_address);
    (await change(namesake, { lists_newsletters: true })).ok();
    expect((await read(namesake)).address).toBe((await read(namesake)).suggested_address);
  });

  it('have an address that nobody else can take: not afterwards, and not when the school is gone', async () => {
    const [school, other] = [await createSchool(test), await createSchool(test)];
    (await change(school, { address: ' Oak-Field ' })).ok();
    expect((await read(school)).address).toBe('oak-field');
    (await change(school, { address: 'oakfield' })).ok();
    const taken = { address: [PAGE_MESSAGES.addressTaken] };
    for (const address of ['oak-field', 'oakfield'])
      expect((await change(other, { address })).error().errors).toEqual(taken);
    // The school can take its own old address back.
    (await change(school, { address: 'oak-field' })).ok();
    await deleteSchool(test.context.database, school.id);
    for (const address of ['oak-field', 'oakfield'])
      expect((await change(other, { address })).error().errors).toEqual(taken);
  });

  it('refuse what is no address, and too many of them', async () => {
    const school = await createSchool(test);
    for (const address of ['', 'ab', 'a--b', '-ab', 'school/../x', 'café', 'x'.repeat(61), 'support'])
      expect((await change(school, { address })).status, address).toBe(400);
    for (let count = 0; count < ADDRESSES_MAX; count += 1)
      (await change(school, { address: `many-${count}` })).ok();
    expect((await change(school, { address: 'many-more' })).error().errors).toEqual({
      address: [PAGE_MESSAGES.addressesUsed],
    });
    (await change(school, { address: 'many-0' })).ok();
  });

  it('log what has changed, and nothing else', async () => {
    const school = await createSchool(test);
    (await change(school, { address: 'logged', lists_newsletters: true })).ok();
    (await change(school, { lists_newsletters: true })).ok();
    const call = { token: school.owner.token, params: { id: school.id } };
    const entries = (await test.call(auditRoutes.auditLog, call)).ok().audit_log.data;
    const edits = entries.filter(({ attributes }) => attributes.action === 'pages_edited');
    expect(edits.map(({ attributes }) => attributes.details)).toEqual([
      { fields: ['address', 'lists newsletters'] },
    ]);
  });
});
