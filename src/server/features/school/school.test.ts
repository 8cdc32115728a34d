import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ERROR_MESSAGES } from '#contract/errors.ts';
import { FIELD_MESSAGES } from '#contract/fields.ts';
import { peopleRoutes } from '#contract/people.ts';
import { IMAGE_MAX_BYTES } from '#contract/rules/stored-files.ts';
import { SCHOOL_MESSAGES, schoolRoutes } from '#contract/school.ts';
import { schools } from '#server/platform/db/schema/core.ts';
import { attachments } from '#server/platform/db/schema/newsletters.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { uploadedLogo } from '#test/examples/schools.ts';
import { createPerson, createSchool as createTestSchool, type TestPerson } from '#test/factories.ts';
import { MULTIPART, multipartBody } from '#test/multipart.ts';
import { trialEnd } from './trial.ts';

const { createSchool, mySchool, updateSchool } = schoolRoutes;
const details = { name: 'Elm Grove', email: 'Office@Elm.example', phone: '+44 (0)20 7946-0000' };

let test: TestApp;
let logo: Buffer;
beforeAll(async () => {
  test = await buildTestApp();
  logo = await sharp({ create: { width: 64, height: 18, channels: 3, background: '#34c3ee' } })
    .png()
    .toBuffer();
});
afterAll(async () => await test.close());

function form(fields: Readonly<Record<string, string>>, file?: Buffer): Buffer {
  const parts = Object.entries(fields).map(([name, value]) => ({
    name: `school[${name}]`,
    content: Buffer.from(value),
  }));
  return multipartBody(
    file === undefined ? parts : [...parts, { name: 'school[logo]', filename: 'logo.png', content: file }],
  );
}

const logoOf = (person: TestPerson, schoolId: string | null = null) =>
  uploadedLogo(test, { ...person, schoolId });

describe('creating a school', () => {
  it.each(['multipart', 'JSON'])('takes empty colours as none, as forms send them: %s', async (kind) => {
    const person = await createPerson(test);
    const fields = { ...details, primary_color: '', secondary_color: '' };
    const sent =
      kind === 'JSON'
        ? { body: { school: { ...fields, logo: await logoOf(person) } } }
        : { body: form(fields, logo), headers: MULTIPART };
    const created = await test.call(createSchool, { token: person.token, ...sent });
    expect(created.ok().school.data.attributes).toMatchObject({ primary_color: null, secondary_color: null });
  });

  it('stores an uploaded logo, and makes the caller the owner', async () => {
    const { token } = await createPerson(test);
    expect((await test.call(mySchool, { token })).ok()).toEqual({ school: {} });
    const before = test.clock.now();
    const body = form({ ...details, primary_color: '#ABC', secondary_color: '#123456' }, logo);
    const { school } = (await test.call(createSchool, { token, body, headers: MULTIPART })).ok();
    expect(school.data.attributes).toMatchObject({
      name: 'Elm Grove',
      email: 'office@elm.example',
      phone: '44020 7946-0000'.replace(' ', ''),
      primary_color: '#aabbcc',
      secondary_color: '#123456',
      website: null,
      language: 'en',
      time_zone: 'Europe/London',
      search_engines: false,
      closes_at: null,
      suspended_for: null,
      subscription_status: 'trial',
      subscription_plan: 'trial',
      subscription_end_date: trialEnd(before).toISOString(),
    });
    const address = school.data.attributes.logo ?? '';
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:3000\/files\/.+/);
    const file = await test.app.inject({ url: new URL(address).pathname });
    expect(file.statusCode).toBe(200);
    expect(file.headers['content-type']).toBe('image/png');
    const profile = (await test.call(peopleRoutes.myProfile, { token })).ok();
    expect(profile.user.data).toMatchObject({ type: 'user', attributes: { role: 'owner' } });
    expect((await test.call(mySchool, { token })).ok().school.data).toEqual(school.data);
  });

  it('accepts the address of the caller’s own image as the logo, which becomes the school’s', async () => {
    const person = await createPerson(test);
    const path = await logoOf(person);
    const body = { school: { ...details, logo: `http://127.0.0.1:3000${path}` } };
    const { school } = (await test.call(createSchool, { token: person.token, body })).ok();
    expect(school.data.attributes.logo).toBe(`http://127.0.0.1:3000${path}`);
    const rows = await test.context.database
      .orm()
      .select()
      .from(attachments)
      .where(eq(attachments.userId, person.id));
    expect(rows.map(({ schoolId }) => schoolId)).toEqual([school.data.id]);
  });

  it('creates one school in twenty concurrent calls', async () => {
    const person = await createPerson(test);
    const body = { school: { ...details, name: 'Twenty', logo: await logoOf(person) } };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => test.call(createSchool, { token: person.token, body })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
    expect(
      await test.context.database.orm().select().from(schools).where(eq(schools.name, 'Twenty')),
    ).toHaveLength(1);
  });

  it('reports an error for each invalid field', async () => {
    const { token } = await createPerson(test);
    const empty = await test.call(createSchool, { token, body: { school: {} } });
    expect(empty.error().errors).toMatchObject({
      name: [SCHOOL_MESSAGES.name],
      logo: [SCHOOL_MESSAGES.logo],
      email: [FIELD_MESSAGES.email],
    });
    const wrong = await test.call(createSchool, {
      token,
      body: form({ ...details, name: 'x'.repeat(201), primary_color: 'red' }, logo),
      headers: MULTIPART,
    });
    expect(Object.keys(wrong.error().errors ?? {}).sort()).toEqual(['name', 'primary_color']);
  });

  it('refuses a logo that is too large or not an image', async () => {
    const { token } = await createPerson(test);
    const large = await test.call(createSchool, {
      token,
      body: form(details, Buffer.alloc(IMAGE_MAX_BYTES + 1)),
      headers: MULTIPART,
    });
    expect(large.error().error_message).toBe(ERROR_MESSAGES.fileTooLarge);
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    expect(
      (await test.call(createSchool, { token, body: form(details, svg), headers: MULTIPART })).status,
    ).toBe(415);
    expect((await test.call(mySchool, { token })).ok()).toEqual({ school: {} });
  });

  it.each([
    ['too tall', 10, 40],
    ['too wide', 340, 20],
  ])('refuses a logo that is %s to be read', async (_, width, height) => {
    const { token } = await createPerson(test);
    const shape = { width, height, channels: 3, background: '#34c3ee' } as const;
    const picture = await sharp({ create: shape }).png().toBuffer();
    const reply = await test.call(createSchool, { token, body: form(details, picture), headers: MULTIPART });
    expect(reply.error().errors).toEqual({ logo: [SCHOOL_MESSAGES.logoShape] });
    expect((await test.call(mySchool, { token })).ok()).toEqual({ school: {} });
  });
});

describe('a logo by its address', () => {
  it('must be the caller’s own image, and is never fetched', async () => {
    const asked: unknown[] = [];
    const fetched = globalThis.fetch;
    onTestFinished(() => {
      globalThis.fetch = fetched;
    });
    globalThis.fetch = async (input) => {
      asked.push(input);
      return new Response();
    };
    const { owner, id } = await createTestSchool(test);
    const stranger = await createPerson(test);
    const other = await createTestSchool(test);
    const addresses = [
      await logoOf(stranger),
      await logoOf(other.owner, other.id),
      'https://else.example/logo.png',
      'http://169.254.169.254/latest/meta-data',
      'http://127.0.0.1:3000.evil.example/files/x.png',
      '//else.example/files/x.png',
      '/files/../../etc/passwd',
      '/files/',
      'javascript:alert(1)',
      'data:image/png;base64,AAAA',
    ];
    for (const address of addresses) {
      const refused = await test.call(updateSchool, {
        token: owner.token,
        params: { id },
        body: { school: { logo: address } },
      });
      expect(refused.error().errors, address).toEqual({ logo: [SCHOOL_MESSAGES.logo] });
    }
    expect(asked).toEqual([]);
  });
});

describe('changing a school', () => {
  it('changes only the given fields', async () => {
    const { owner, id } = await createTestSchool(test, { website: 'https://elm.example' });
    const path = await logoOf(owner, id);
    const change = {
      name: 'Ash Grove',
      logo: path,
      primary_color: '#FFF',
      time_zone: 'Europe/Dublin',
      search_engines: true,
      language: 'cy',
      postal_address: 'Elm Grove\nHatfield AL9 5JJ',
    };
    const { school } = (
      await test.call(updateSchool, { token: owner.token, params: { id }, body: { school: change } })
    ).ok();
    expect(school.data.attributes).toMatchObject({
      ...change,
      primary_color: '#ffffff',
      logo: `http://127.0.0.1:3000${path}`,
      website: 'https://elm.example',
      email: 'office@elmgrove.example',
    });
    const same = (
      await test.call(updateSchool, { token: owner.token, params: { id }, body: { school: {} } })
    ).ok();
    expect(same.school).toEqual(school);
  });

  it('completes a website without https://', async () => {
    const { owner, id } = await createTestSchool(test);
    const body = { school: { website: 'www.elm.example/home' } };
    const { school } = (await test.call(updateSchool, { token: owner.token, params: { id }, body })).ok();
    expect(school.data.attributes.website).toBe('https://www.elm.example/home');
  });

  it.each(['', null])('removes a colour given as %j', async (none) => {
    const { owner, id } = await createTestSchool(test);
    const put = async (primary_color: string | null) => {
      const body = { school: { primary_color } };
      const answer = await test.call(updateSchool, { token: owner.token, params: { id }, body });
      return answer.ok().school.data.attributes.primary_color;
    };
    expect(await put('#123456')).toBe('#123456');
    expect(await put(none)).toBeNull();
  });

  it('stores an uploaded logo', async () => {
    const { owner, id } = await createTestSchool(test);
    const answer = await test.call(updateSchool, {
      token: owner.token,
      params: { id },
      body: form({ website: 'https://elm.example/', search_engines: 'true' }, logo),
      headers: MULTIPART,
    });
    expect(answer.ok().school.data.attributes).toMatchObject({
      website: 'https://elm.example/',
      search_engines: true,
      logo: expect.stringContaining('/files/'),
    });
  });

  it.each([
    'subscription_status',
    'subscription_plan',
    'subscription_end_date',
    'closes_at',
    'id',
    'created_at',
  ])('rejects the field %s', async (key) => {
    const { owner, id } = await createTestSchool(test);
    const orm = test.context.database.orm();
    const before = await orm.select().from(schools).where(eq(schools.id, id));
    const refused = await test.call(updateSchool, {
      token: owner.token,
      params: { id },
      body: { school: { name: 'x', [key]: 'active' } },
    });
    expect(refused.error().errors).toHaveProperty(key);
    expect(await orm.select().from(schools).where(eq(schools.id, id))).toEqual(before);
  });

  it.each([
    ['website', 'ftp://elm.example'],
    ['website', 'javascript:alert(1)'],
    ['website', 'elm'],
    ['email', 'office'],
    ['phone', 'call us'],
    ['primary_color', 'red;}'],
    ['primary_color', '#12345'],
    ['time_zone', 'Mars/Olympus'],
    ['language', '<b>'],
    ['language', 'zz'],
    ['language', 'xx-YY'],
    ['language', 'en-GB'],
    ['name', '   '],
    ['name', 'HSBC Bank Security - verify at evil.example'],
  ])('refuses %s %j', async (field, value) => {
    const { owner, id } = await createTestSchool(test);
    const refused = await test.call(updateSchool, {
      token: owner.token,
      params: { id },
      body: { school: { [field]: value } },
    });
    expect(Object.keys(refused.error().errors ?? {})).toEqual([field]);
  });
});
