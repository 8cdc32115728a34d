import { expect, it } from 'vitest';
import { IMPORT_MESSAGES } from '#contract/families/import-messages.ts';
import { readImportFile } from './import-file.ts';
import { parseLines } from './import-repo.ts';

/** Files that say something about pupils, and about what their families have agreed to. The day is 29 November 2026. */

async function read(heading: string, ...rows: readonly string[]) {
  const bytes = Buffer.from([heading, ...rows].join('\n'));
  const rules = { known: [], choice: null, onlySeen: false };
  const result = await readImportFile({ name: 'list.csv', bytes }, rules, '2026-11-29');
  if ('refusal' in result) return { refusal: result.refusal };
  const lines = result.parts.flatMap((part) => parseLines(part));
  const emailsOf = (shown: typeof lines) =>
    lines.filter((line) => shown.includes(line)).map(({ email }) => email);
  return {
    added: emailsOf(lines.filter(({ outcome, marked }) => outcome === undefined && marked === undefined)),
    marked: emailsOf(lines.filter(({ marked }) => marked !== undefined)),
    gone: emailsOf(lines.filter(({ message }) => message === IMPORT_MESSAGES.pupilLeft)),
    asked: result.unknownWords,
    offered: result.emailColumns.map(({ heading: name, is_used }) => [name, is_used]),
    names: lines.map(({ first_name, last_name }) => [first_name, last_name]),
  };
}

it.each([
  [
    'Student;Year group;Primary guardian;Primary guardian email;Status',
    'Year 6;Ann Lee;a@x.example;',
    'Left',
    'Current',
  ],
  ['Student,Parent email,Status', 'a@x.example,', 'Leaver', 'Enrolled'],
  ['Child,Email,Status', 'a@x.example,', 'Withdrawn', 'Anything'],
  ['Name,Guardian email,Status', 'a@x.example,', 'Inactive', 'Active'],
  ['Pupil name,Parent email,Enrolment Status', 'a@x.example,', 'Left', 'Single'],
  ['Pupil name,Parent email,Pupil status', 'a@x.example,', 'Left', ''],
  ['Pupil name,Parent email,Leaver', 'a@x.example,', 'Yes', 'No'],
  ['Pupil name,Parent email,On roll', 'a@x.example,', 'No', 'Yes'],
  ['Pupil name,Parent email,Leaving Date', 'a@x.example,', '19/07/2025', '23/07/2027'],
  ['Pupil name,Parent email,Date of leaving', 'a@x.example,', '2026-11-28', ''],
])(
  'a pupil who has left says nothing of a family with another one: %s',
  async (heading, cells, left, here) => {
    const separator = heading.includes(';') ? ';' : ',';
    const row = (pupil: string, state: string) => `${pupil}${separator}${cells}${state}`;
    expect(await read(heading, row('Omar', left))).toMatchObject({
      added: [],
      marked: [],
      gone: ['a@x.example'],
      asked: [],
    });
    for (const rows of [
      [row('Omar', left), row('Aisha', here)],
      [row('Aisha', here), row('Omar', left)],
    ])
      expect(await read(heading, ...rows)).toMatchObject({ added: ['a@x.example'], marked: [], asked: [] });
  },
);

it.each([
  ['Student,Parent email,Status', 'Omar,a@x.example,Unsubscribed'],
  ['Student,Parent email,Email status', 'Omar,a@x.example,Inactive'],
  ['First name,Last name,Email,Status', 'Ann,Lee,a@x.example,Left'],
])('a family that has left the list has left: %s', async (heading, row) => {
  expect(await read(heading, row)).toMatchObject({ added: [], marked: ['a@x.example'], gone: [] });
});

it.each([
  'Newsletter consent',
  'GDPR consent',
  'Marketing permission',
  'Communication consent',
  'Communications permission',
  'Email newsletter consent given',
  'Consent for newsletters',
  'Parent 1 consent',
])('whoever did not agree is not added: %s', async (heading) => {
  const parent = heading.startsWith('Parent') ? 'Parent 1 email' : 'Email';
  expect(
    await read(`Name,${parent},${heading}`, 'Ann Lee,a@x.example,No', 'Bo Lee,b@x.example,Yes'),
  ).toMatchObject({
    added: ['b@x.example'],
    marked: ['a@x.example'],
  });
});

it.each(['Photo consent', 'Trip permission', 'Medical consent'])(
  '%s is about something else',
  async (heading) => {
    expect(await read(`Name,Email,${heading}`, 'Ann Lee,a@x.example,No')).toMatchObject({
      added: ['a@x.example'],
    });
  },
);

it('a court order keeps a parent off', async () => {
  const heading = 'Pupil name,Contact 1 email,Contact 2 email,Contact 2 court order';
  expect(
    await read(heading, 'Omar,a@x.example,b@x.example,Yes', 'Aisha,c@x.example,d@x.example,'),
  ).toMatchObject({
    added: ['a@x.example', 'c@x.example', 'd@x.example'],
    marked: ['b@x.example'],
  });
});

it('the address beside a pupil’s name is theirs where the parents have their own, and is offered', async () => {
  const heading = 'Pupil First name,Pupil Last name,Email,Mother email,Father email';
  expect(await read(heading, 'Omar,Lee,omar@x.example,m@x.example,f@x.example')).toMatchObject({
    added: ['m@x.example', 'f@x.example'],
    offered: [
      ['Email', false],
      ['Mother email', true],
      ['Father email', true],
    ],
  });
});

it('an empty time of opting in says nothing where another column does', async () => {
  const rows = ['a@x.example,active,', 'b@x.example,unsubscribed,', 'c@x.example,active,2025-01-02 10:00:00'];
  expect(await read('Subscriber,Status,Opted-in', ...rows)).toMatchObject({ refusal: expect.any(String) });
  expect(await read('Email,Status,Opted-in', ...rows)).toMatchObject({
    added: ['a@x.example', 'c@x.example'],
    marked: ['b@x.example'],
    asked: [],
  });
  expect(await read('Email,Opted-in', 'a@x.example,', 'b@x.example,yes')).toMatchObject({
    added: ['b@x.example'],
    asked: [{ word: '', families: 1 }],
  });
  expect(await read('Email,OPTIN_TIME', 'a@x.example,', 'b@x.example,2025-01-02')).toMatchObject({
    added: ['a@x.example', 'b@x.example'],
    asked: [],
  });
});

it('a question counts only the people it is about', async () => {
  const rows = ['a@x.example,paused,no', 'b@x.example,paused,yes'];
  expect(await read('Email,Status,Consent', ...rows)).toMatchObject({
    asked: [{ word: 'paused', families: 1 }],
  });
});

it('a title is no name', async () => {
  const { names } = await read(
    'Name,Email',
    '"Smith, Mr",a@x.example',
    'Mr Old,b@x.example',
    'Dr Ann Lee,c@x.example',
  );
  expect(names).toEqual([
    ['', 'Smith'],
    ['', 'Old'],
    ['Ann', 'Lee'],
  ]);
});

it('reads the columns of Constant Contact, and the line above those of Google Groups', async () => {
  expect(await read('First name,Last name,Email address - other', 'Ann,Lee,a@x.example')).toMatchObject({
    added: ['a@x.example'],
  });
  const groups = ['Email address,Nickname,Group status,Email status', 'a@x.example,Ann,member,'];
  expect(await read('Members for group parents', ...groups)).toMatchObject({ added: ['a@x.example'] });
  expect(await read('Our families', 'Ann,Lee')).toEqual({ refusal: IMPORT_MESSAGES.noEmail('Our families') });
});
