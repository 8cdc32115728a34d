import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { IMPORT_MESSAGES } from '#contract/families/import-messages.ts';
import { groupRoutes } from '#contract/groups/groups.ts';
import { type GroupsInFile, IMPORT_GROUP_MESSAGES } from '#contract/groups/import-groups.ts';
import { subscriberRoutes } from '#contract/subscribers.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { importBody } from '#test/examples/families.ts';
import { createSchool, type TestSchool } from '#test/factories.ts';
import { MULTIPART } from '#test/multipart.ts';
import { zipOf } from '#test/zips.ts';

const { importSubscribers, listSubscribers } = subscriberRoutes;

let test: TestApp;
let school: TestSchool;
beforeAll(async () => {
  test = await buildTestApp();
});
beforeEach(async () => {
  school = await createSchool(test);
});
afterAll(async () => await test.close());

const by = () => ({ token: school.owner.token });
function send(csv: string | Buffer, groups?: GroupsInFile, dryRun = false) {
  const query = dryRun ? { query: { dry_run: 'true' } } : {};
  return test.call(importSubscribers, {
    ...by(),
    ...query,
    body: importBody(csv, groups),
    headers: MULTIPART,
  });
}
const checked = async (csv: string | Buffer, groups?: GroupsInFile) =>
  (await send(csv, groups, true)).ok().import;
/** Imports a file with everything that its dry run guessed. */
async function imported(csv: string | Buffer) {
  const { columns, group_values: values } = await checked(csv);
  const groups = {
    columns: columns.filter(({ is_groups }) => is_groups).map(({ index }) => index),
    values: values.map(({ value, group }) => ({ value, group })),
  };
  return (await send(csv, groups)).ok().import;
}

async function makeGroup(name: string): Promise<string> {
  return (await test.call(groupRoutes.createGroup, { ...by(), body: { group: { name } } })).ok().group.data
    .id;
}
const groups = async () =>
  (await test.call(groupRoutes.listGroups, by()))
    .ok()
    .groups.data.map(({ attributes: { name, members } }) => `${name} ${members}`);
const listed = async (query = {}) =>
  (await test.call(listSubscribers, { ...by(), query })).ok().subscribers.data;
const last = async () =>
  (await test.call(subscriberRoutes.lastImport, by())).ok().subscriber_import.data?.attributes;
async function grouped(): Promise<Record<string, string>> {
  const rows = (await listed()).map(({ attributes }) => attributes);
  return Object.fromEntries(
    rows.map(({ first_name, groups: of }) => [first_name, of.map(({ name }) => name).join(', ')]),
  );
}

const NAMES = 'First name,Last name,Email';

describe('the columns of groups', () => {
  it.each([
    'Year',
    'Year group',
    'Class',
    'Groups',
    'Club',
    'Pupil year group',
    'Child 2 class',
    'Reg. group',
    'Class / groups',
    'Year and class',
    'TAGS',
  ])('are guessed by the heading: %s', async (heading) => {
    const result = await checked(`${NAMES},${heading},Phone\nAnn,Lee,ann@x.example,Choir,1\n`);
    expect(result.columns).toEqual([{ index: 3, heading, is_groups: true }]);
    expect(result.ignored_columns).toEqual(['Phone']);
    expect(result.group_values).toEqual([{ value: 'Choir', families: 1, group: 'Choir', is_new: true }]);
  });

  it('never are pupils’ names or details', async () => {
    const more = 'Pupil forename,Pupil surname,UPN,Date of birth,Band';
    const result = await checked(`${NAMES},${more}\nAnn,Lee,ann@x.example,Sam,Lee,1,2,Blue\n`);
    expect(result.columns).toEqual([{ index: 7, heading: 'Band', is_groups: false }]);
    expect(result.group_values).toEqual([]);
  });

  it('can be chosen, and others not', async () => {
    const csv = `${NAMES},Year,Band\nAnn,Lee,ann@x.example,4,Blue\n`;
    const result = await checked(csv, { columns: [4], values: [] });
    expect(result.columns.map(({ heading, is_groups }) => [heading, is_groups])).toEqual([
      ['Band', true],
      ['Year', false],
    ]);
    expect(result.group_values.map(({ group }) => group)).toEqual(['Blue']);
    expect(result.ignored_columns).toEqual(['Year']);
  });

  it('have at most 200 different values', async () => {
    const rows = Array.from({ length: 201 }, (_, at) => `A,B,p${at}@x.example,${at} Elm Grove`);
    const csv = `${NAMES},House\n${rows.join('\n')}\n`;
    expect((await checked(csv)).columns).toEqual([{ index: 3, heading: 'House', is_groups: false }]);
    const refused = await send(csv, { columns: [3], values: [] }, true);
    expect(refused.error().error_message).toBe(IMPORT_GROUP_MESSAGES.tooManyValues('House'));
  });
});

describe('the values in them', () => {
  it('are several in a cell, or in several columns', async () => {
    const csv = `${NAMES};Year;Clubs\nAnn;Lee;ann@x.example;4;Choir, Chess\nBen;Lee;ben@x.example;Y4/Y6;"Chess; choir"\n`;
    await imported(csv.replace(NAMES, NAMES.replaceAll(',', ';')));
    expect(await grouped()).toEqual({ Ann: 'Year 4, Chess, Choir', Ben: 'Year 4, Year 6, Chess, Choir' });
  });

  it('are Mailchimp’s tags without their quotation marks', async () => {
    const result = await checked(`${NAMES},TAGS\nAnn,Lee,ann@x.example,"""Year 3"",""PTA"""\n`);
    expect(result.group_values.map(({ value, group }) => [value, group])).toEqual([
      ['Year 3', 'Year 3'],
      ['PTA', 'PTA'],
    ]);
  });

  it('are years however they are written, and nothing for nothing', async () => {
    await makeGroup('year  4');
    const values = ['4', 'Y4', 'yr 4', 'YEAR 4', '04', 'R', 'N/A', '-', 'Netball'];
    const rows = values.map((value, at) => `A,B,p${at}@x.example,${value}`);
    const result = await checked(`${NAMES},Year\n${rows.join('\n')}\n`);
    expect(result.group_values.map(({ value, group, is_new }) => [value, group, is_new])).toEqual([
      ...['4', 'Y4', 'yr 4', 'YEAR 4', '04'].map((value) => [value, 'year  4', false]),
      ['R', 'Reception', true],
      ['N/A', null, false],
      ['-', null, false],
      ['Netball', 'Netball', true],
    ]);
  });

  it('are one with a slash, if there is such a group', async () => {
    await makeGroup('Year 3/4');
    await imported(`${NAMES},Class\nAnn,Lee,ann@x.example,year 3/4\nBen,Lee,ben@x.example,3/4\n`);
    expect(await grouped()).toEqual({ Ann: 'Year 3/4', Ben: 'Year 3, Year 4' });
  });

  it('become what was chosen: another group, or none', async () => {
    await makeGroup('Choir');
    const csv = `${NAMES},Club\nAnn,Lee,ann@x.example,Singing\nBen,Lee,ben@x.example,Chess\n`;
    const values = [
      { value: 'singing', group: 'choir' },
      { value: 'Chess', group: null },
    ];
    expect((await send(csv, { columns: [3], values })).ok().import.added).toBe(2);
    expect(await grouped()).toEqual({ Ann: 'Choir', Ben: '' });
    expect(await groups()).toEqual(['Choir 1']);
  });

  it('are never a retired group', async () => {
    const id = await makeGroup('Netball');
    await test.call(groupRoutes.updateGroup, {
      ...by(),
      params: { id },
      body: { group: { retired: true } },
    });
    const csv = `${NAMES},Club\nAnn,Lee,ann@x.example,Netball\n`;
    expect((await checked(csv)).group_values).toMatchObject([{ group: null }]);
    const refused = await send(csv, { columns: [3], values: [{ value: 'Netball', group: 'Netball' }] });
    expect(refused.error().error_message).toBe(IMPORT_GROUP_MESSAGES.retired('Netball'));
    expect(await last()).toMatchObject({
      status: 'failed',
      refusal: IMPORT_GROUP_MESSAGES.retired('Netball'),
    });
    expect(await listed()).toEqual([]);
  });
});

describe('an import with groups', () => {
  it('makes a family of the lines with one address', async () => {
    const csv = `${NAMES},Class\nAnn,Lee,ann@x.example,Oak\nAnn,Lee,ANN@x.example,Elm\nAnn,Lee,ann@x.example,Oak\n`;
    const { lines } = await imported(csv);
    expect(lines.map(({ outcome, message }) => [outcome, message])).toEqual([
      ['added', IMPORT_MESSAGES.groups(['Oak', 'Elm'])],
      ['skipped', IMPORT_MESSAGES.joined(2)],
      ['skipped', IMPORT_MESSAGES.joined(2)],
    ]);
    expect(await grouped()).toEqual({ Ann: 'Elm, Oak' });
    expect(await groups()).toEqual(['Elm 1', 'Oak 1']);
  });

  it('takes no groups without a choice, and makes none that was not seen', async () => {
    const csv = `${NAMES},Club\nAnn,Lee,ann@x.example,Choir\n`;
    expect((await send(csv)).ok().import.ignored_columns).toEqual(['Club']);
    expect((await send(csv, { columns: [3], values: [] })).ok().import).toMatchObject({ skipped: 1 });
    expect(await groups()).toEqual([]);
  });

  it('says of each line what it does, does that, and the second time nothing', async () => {
    const first = `${NAMES}\nAnn,Lee,ann@x.example\nBen,Old,ben@x.example\nCat,Gone,cat@x.example\n`;
    await imported(first);
    const [cat] = await listed({ search_string: 'cat@' });
    await test.context.database
      .orm()
      .execute(`update subscribers set status = 'unsubscribed' where id = '${cat?.id}'`);
    const csv = `${NAMES},Class\nAnn,Lee,ann@x.example,Oak\nBen,New,ben@x.example,Oak\nCat,Gone,cat@x.example,Oak\nDan,Lee,nowhere,Oak\nEve,Lee,eve@x.example,N/A\n`;
    const check = await checked(csv);
    const into = IMPORT_MESSAGES.groups(['Oak']);
    expect(check.lines.map(({ outcome, message }) => [outcome, message])).toEqual([
      ['updated', into],
      ['updated', `${IMPORT_MESSAGES.renamed('Ben Old')}. ${into}`],
      ['skipped', IMPORT_MESSAGES.unsubscribed],
      ['error', expect.stringMatching(/^Email: /)],
      ['added', undefined],
    ]);
    expect((await imported(csv)).lines).toEqual(check.lines);
    expect(await groups()).toEqual(['Oak 2']);
    expect(await imported(csv)).toMatchObject({ added: 0, updated: 0, skipped: 4 });
  });

  it('is refused if it would make too many groups', async () => {
    const rows = Array.from({ length: 61 }, (_, at) => `A,B,p${at}@x.example,Club ${at}x`);
    const csv = `${NAMES},Club\n${rows.join('\n')}\n`;
    const { group_values } = await checked(csv);
    const values = group_values.map(({ value, group }) => ({ value, group }));
    const refused = await send(csv, { columns: [3], values });
    expect(refused.error().error_message).toBe(IMPORT_GROUP_MESSAGES.full);
    expect(await last()).toMatchObject({ status: 'failed', refusal: IMPORT_GROUP_MESSAGES.full });
    expect(await groups()).toEqual([]);
    expect(await listed()).toEqual([]);
  });

  it('says who is no longer in the file, and lists them until the next', async () => {
    await imported(`${NAMES}\nAnn,Lee,ann@x.example\nBen,Lee,ben@x.example\n`);
    expect(await listed({ filter: 'not_in_file' })).toEqual([]);
    test.clock.advance(1000);
    const csv = `${NAMES}\nBen,Lee,ben@x.example\nCat,Lee,cat@x.example\n`;
    expect((await checked(csv)).missing).toBe(1);
    expect((await imported(csv)).missing).toBe(1);
    test.clock.advance(1000);
    const late = { first_name: 'Dan', last_name: 'Lee', email: 'dan@x.example' };
    await test.call(subscriberRoutes.createSubscriber, { ...by(), body: { subscriber: late } });
    const names = (await listed({ filter: 'not_in_file' })).map(({ attributes }) => attributes.first_name);
    expect(names).toEqual(['Ann']);
    expect(await listed()).toHaveLength(4);
  });
});

describe('OneRoster files', () => {
  const LISTED = Buffer.from('504b0102', 'hex');
  const USERS =
    'sourcedId,status,enabledUser,role,username,givenName,familyName,email,agentSourcedIds,grades';
  const FILES = {
    'users.csv': [
      USERS,
      'p1,active,true,student,mia,Mia,Khan,,"g1,g2",04',
      'p2,active,true,student,sam,Sam,Khan,,g1,06',
      'p3,active,true,student,lone,Lone,Pupil,,,04',
      // Without an account to sign in with, like most parents.
      'g1,active,false,guardian,ann,Ann,Khan,ann@x.example,,',
      'g2,active,true,parent,ben,Ben,Khan,not an address,,',
      'g3,active,true,relative,cat,Cat,Lee,cat@x.example,p4,',
      'p4,active,true,student,leo,Leo,Lee,,,06',
      'g4,tobedeleted,true,guardian,dan,Dan,Gone,dan@x.example,,',
      't1,active,true,teacher,eve,Eve,Staff,eve@x.example,,',
      'p5,tobedeleted,true,student,fay,Fay,Gone,fay@x.example,g5,04',
      'g5,active,false,guardian,gus,Gus,Gone,gus@x.example,,',
    ].join('\n'),
    'classes.csv': [
      'sourcedId,status,title,classType',
      'c1,active,Herons 3/4,homeroom',
      'c2,active,Owls,homeroom',
      'c3,active,Maths,scheduled',
    ].join('\n'),
    'enrollments.csv': [
      'sourcedId,status,classSourcedId,userSourcedId,role,endDate',
      'e1,active,c1,p1,student,2099-07-20',
      'e2,active,c2,p2,student',
      'e7,active,c1,p4,student,2020-07-20',
      'e3,active,c3,p1,student',
      'e4,active,c1,t1,teacher',
      'e5,tobedeleted,c2,p1,student',
      'e6,active,c2,p4,student',
    ].join('\n'),
  };
  const roster = (files: Record<string, string>) => zipOf(files, 'roster/');

  it('become families in the classes of their children, line by line, undone as one', async () => {
    const file = await roster(FILES);
    const { columns, ignored_columns, group_values, lines } = await checked(file);
    expect(columns).toEqual([
      { index: 0, heading: 'Home room', is_groups: true },
      { index: 1, heading: 'Lessons', is_groups: false },
      { index: 2, heading: 'Grade', is_groups: false },
    ]);
    expect(ignored_columns).toEqual(['username']);
    expect(group_values.map(({ value, families }) => [value, families])).toEqual([
      ['Herons 3/4', 1],
      ['Owls', 2],
    ]);
    expect(lines.map(({ line, outcome, message }) => [line, outcome, message])).toEqual([
      [4, 'error', IMPORT_MESSAGES.noGuardian],
      [5, 'added', IMPORT_MESSAGES.groups(['Herons 3/4', 'Owls'])],
      [6, 'error', expect.stringContaining('Email: ')],
      [7, 'added', IMPORT_MESSAGES.groups(['Owls'])],
      [12, 'error', IMPORT_MESSAGES.noPupil],
    ]);
    expect(lines.at(-1)).toMatchObject({ first_name: 'Gus', email: 'gus@x.example' });
    expect(JSON.stringify(lines)).not.toMatch(/Mia|Sam|Lone|Leo|Fay/);
    await imported(file);
    expect(await grouped()).toEqual({ Ann: 'Herons 3/4, Owls', Cat: 'Owls' });
    const { data } = (await test.call(subscriberRoutes.lastImport, by())).ok().subscriber_import;
    (await test.call(subscriberRoutes.undoImport, { ...by(), params: { id: data?.id ?? '' } })).ok();
    await test.jobs.settled();
    expect(await grouped()).toEqual({});
  });

  it('may say roles in a file of their own, and years in place of classes', async () => {
    const users = FILES['users.csv'].replaceAll(/,(?:student|guardian|parent|relative),/g, ',,');
    const roles = 'sourcedId,userSourcedId,role\nr1,p1,student\nr2,g1,guardian\n';
    await imported(await roster({ 'users.csv': users, 'roles.csv': roles }));
    expect(await grouped()).toEqual({ Ann: 'Year 4, Year 6' });
  });

  it('are no plain list of people where only the users are chosen', async () => {
    const csv = FILES['users.csv'].replaceAll(',mia,Mia,Khan,,', ',mia,Mia,Khan,mia@x.example,');
    const { lines } = await checked(csv);
    expect(lines.flatMap(({ outcome, email }) => (outcome === 'added' ? [email] : []))).toEqual([
      'ann@x.example',
      'cat@x.example',
    ]);
  });

  it('keep the last classes where all of them have ended', async () => {
    const enrolments = FILES['enrollments.csv'].replaceAll(/student(?:,.*)?$/gm, 'student,2020-07-20');
    const { group_values } = await checked(await roster({ ...FILES, 'enrollments.csv': enrolments }));
    expect(group_values.map(({ value }) => value)).toEqual(['Herons 3/4', 'Owls']);
  });

  it('are refused with a reason where they are no such files', async () => {
    const refusalOf = async (file: Buffer) => (await send(file, undefined, true)).error().error_message;
    const refusal = async (files: Record<string, string>, folder = 'roster/') =>
      await refusalOf(await zipOf(files, folder));
    expect(await refusal({ '[Content_Types].xml': '<Types/>', 'xl/workbook.xml': '<a/>' }, '')).toBe(
      IMPORT_MESSAGES.workbook,
    );
    for (const only of ['enrollments.csv', 'manifest.csv'])
      expect(await refusal({ [only]: 'sourcedId\n' })).toBe(IMPORT_MESSAGES.noUsers);
    expect(await refusal({ 'families.csv': 'Name,Telephone\nAnn,020\n' })).toBe(IMPORT_MESSAGES.otherZip);
    expect(await refusal({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet' }, '')).toBe(
      IMPORT_MESSAGES.otherZip,
    );
    expect(await refusal({ 'Index/Document.iwa': '.' }, '')).toBe(IMPORT_MESSAGES.numbers);
    const whole = await roster(FILES);
    expect(await refusalOf(whole.subarray(0, whole.length - 40))).toBe(IMPORT_MESSAGES.damaged);
    // The bit that marks an entry as encrypted, in the ZIP file's directory.
    const locked = await roster(FILES);
    for (let at = locked.indexOf(LISTED); at !== -1; at = locked.indexOf(LISTED, at + 1))
      locked.writeUInt16LE(locked.readUInt16LE(at + 8) | 1, at + 8);
    expect(await refusalOf(locked)).toBe(IMPORT_MESSAGES.locked);
    expect(await refusal({ 'users.csv': 'name\nAnn\n' })).toBe(IMPORT_MESSAGES.notOneRoster('users.csv'));
    expect(await refusal({ 'users.csv': `${USERS}\nt1,active,true,teacher,eve,Eve,S,e@x.example,,` })).toBe(
      IMPORT_MESSAGES.noGuardians,
    );
  });
});
