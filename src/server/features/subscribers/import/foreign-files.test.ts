import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { IMPORT_DOUBTS, IMPORT_MESSAGES } from '#contract/families/import-messages.ts';
import { FIELD_MESSAGES } from '#contract/fields.ts';
import type { Charset } from '#contract/groups/import-questions.ts';
import { readImportFile } from './import-file.ts';
import { parseLines } from './import-repo.ts';

/** Files as other programs export them, in `test/lists`: imports add nobody who has left there, and no pupils or staff. */

const caseFile = (name: string) =>
  readFileSync(new URL(`../../../../../test/lists/${name}`, import.meta.url));

async function read(name: string, bytes: Buffer = caseFile(name), charset?: Charset) {
  const choice = charset === undefined ? null : { columns: [], values: [], charset };
  const rules = { known: [], choice, onlySeen: false };
  const result = await readImportFile({ name, bytes }, rules, '2026-11-29');
  if ('refusal' in result) return { refusal: result.refusal };
  const lines = result.parts.flatMap((part) => parseLines(part));
  const shown = ({ first_name, last_name, email }: (typeof lines)[number]) =>
    `${first_name} ${last_name} <${email}>`.trim();
  return {
    added: lines.filter(({ outcome, marked }) => outcome === undefined && marked === undefined).map(shown),
    left: lines.filter(({ marked }) => marked !== undefined).map(({ email }) => email),
    others: lines.flatMap(({ outcome, email, message }) => (outcome ? [`${email}: ${message}`] : [])),
    asked: result.unknownWords.map(({ word }) => word),
    groups: result.groupValues.map(({ group }) => group),
    ignored: result.ignored,
    doubts: result.doubts,
    letters: result.letters,
    used: result.emailColumns.map(({ heading }) => heading),
  };
}
const readText = (text: string) => read('list.csv', Buffer.from(text));
const names = (text: string) => `First name,Last name,Email${text}`;

describe('a person who has left another program’s list', () => {
  it.each([
    ['mailchimp_unsubscribed_segment_export.csv', [], ['mc.left@example.org']],
    ['mailchimp_cleaned.csv', [], ['mc.cleaned@example.org']],
    ['mailchimp_export.zip', [], ['mc.cleaned@example.org', 'mc.left@example.org']],
    ['listmonk.csv', ['Lena On <lm.on@example.org>'], ['lm.blocked@example.org', 'lm.disabled@example.org']],
    ['ghost_members.csv', ['Gita On <gh.on@example.org>'], ['gh.off@example.org']],
    ['resend_unsubscribed_flag.csv', ['Sia On <rs.on@example.org>'], ['rs.off@example.org']],
    ['keila.csv', ['Kia Active <ke.active@example.org>'], ['ke.unsub@example.org', 'ke.unreach@example.org']],
    ['school_email_opted.csv', ['Con Yes <co.yes@example.org>'], ['co.no@example.org']],
    ['already_on_list_unsub.csv', [], ['fam1@family.test']],
  ])('is not added: %s', async (name, added, left) => {
    expect(await read(name)).toMatchObject({ added, left, others: [], asked: [] });
  });

  it('is found by each word of a state, and an unknown word is asked', async () => {
    const left = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13].map((number) => `st${number}@example.org`);
    const others = [`st12@example.org: ${IMPORT_MESSAGES.unknownWord('pending')}`];
    expect(await read('statuses.csv')).toMatchObject({ added: [], left, others, asked: ['pending'] });
  });

  it.each([
    [',Status', 'Abbestellt, weggezogen', 'asked'],
    [',Statut', 'Désabonnée', 'left'],
    [',Status', 'Wypisana', 'left'],
    [',Estado', 'Dado de baja', 'left'],
    [',Stato', 'Disiscritta', 'left'],
    [',Status', 'Uitgeschreven', 'left'],
    [',Statws', 'Wedi dad-danysgrifio', 'left'],
    [',Status', 'Dì-chlàraichte', 'left'],
    [',Stádas', 'Díliostáilte', 'left'],
    [',Estado', 'Cancelada', 'left'],
    [',الحالة', 'ملغى', 'left'],
    [',الحالة', 'مشترك', 'added'],
    // A word in another script does not count as empty.
    [',Status', 'отписан', 'asked'],
    [',Status', 'Hard bounce', 'left'],
    [',Status', 'Aktiv', 'added'],
    [',Estado', 'Activa', 'added'],
    [',Subscribed', '0', 'left'],
    [',Subscribed', '2024-01-02 10:00', 'added'],
    [',BLOCKLISTED', 'Yes', 'left'],
    [',EMAIL_BLACKLISTED', 'No', 'added'],
    [',Einwilligung', 'nein', 'left'],
    [',Zgoda', 'tak', 'added'],
    [',Email consent', '', 'asked'],
    [',Opted out', '', 'added'],
    [',Unsubscribed', '03/02/2025', 'left'],
    [',unsubscribed_at', '2025-02-03', 'left'],
    [',UNSUB_CAMPAIGN_ID', '12', 'added'],
    [',Status,Newsletter', 'Active,No', 'left'],
    [',Status,Email status', 'Active,Bounced', 'left'],
  ])('is judged by %s: %s', async (heading, cells, wanted) => {
    const quoted = heading.split(',').length > 2 ? cells : `"${cells}"`;
    const { added, left, asked } = await readText(`${names(heading)}\nAnn,Lee,ann@x.example,${quoted}\n`);
    const found = added?.length ? 'added' : left?.length ? 'left' : asked?.length ? 'asked' : 'lost';
    expect(found).toBe(wanted);
  });

  it('has left for every line that has the address', async () => {
    const text = `${names(',Status')}\nAnn,Lee,ann@x.example,active\nAnn,Lee,ann@x.example,bounced\n`;
    expect(await readText(text)).toMatchObject({ added: [], left: ['ann@x.example'] });
  });
});

describe('a roster', () => {
  it.each([
    ['oneroster10_users_alone.csv', ['Sara Pupil <or10.sara@example.org>']],
    ['ms_sds_21.zip', ['Sara Pupil <sds.sara@example.org>']],
    ['oneroster.zip', ['Grace King, Dr <grace.king@families.example>', 'Disabled Parent']],
  ])('adds parents, and neither pupils nor staff: %s', async (name, added) => {
    const result = await read(name);
    expect(result.added?.map((person, index) => person.slice(0, added[index]?.length))).toEqual(added);
  });

  it('without parents is refused: ms_sds_users_alone.csv', async () => {
    expect(await read('ms_sds_users_alone.csv')).toEqual({ refusal: IMPORT_MESSAGES.noGuardians });
  });

  it('puts a parent into the groups of the pupils that School Data Sync names', async () => {
    expect(await read('ms_sds_21.zip')).toMatchObject({ groups: ['4B'] });
  });

  it('in a list of another kind adds neither pupils nor staff, but staff who are parents', async () => {
    const people = [
      ['ava', 'Student', IMPORT_MESSAGES.pupil],
      ['ann', 'Parent', null],
      ['tess', 'Class teacher', IMPORT_MESSAGES.staff],
      ['tom', 'Staff', IMPORT_MESSAGES.staff],
      ['tim', 'Teaching Assistant', IMPORT_MESSAGES.staff],
      ['ada', 'administrator', IMPORT_MESSAGES.staff],
      ['pat', 'Parent; Teacher', null],
      ['eva', 'Lehrerin', IMPORT_MESSAGES.staff],
    ] as const;
    const rows = people.map(([name, role]) => `${name},Lee,${name}@x.example,${role}\n`);
    expect(await readText(`${names(',Role')}\n${rows.join('')}`)).toMatchObject({
      added: ['ann Lee <ann@x.example>', 'pat Lee <pat@x.example>'],
      others: people.flatMap(([name, , why]) => (why === null ? [] : [`${name}@x.example: ${why}`])),
    });
  });

  it.each(['Unsubscribed.csv', 'unsubscribed contacts 2026.csv', 'Bounced.csv', 'opted-out.csv'])(
    'called %s has left as a whole',
    async (name) => {
      const text = `${names('')}\nAnn,Lee,ann@x.example\n`;
      expect(await read(name, Buffer.from(text))).toMatchObject({ added: [], left: ['ann@x.example'] });
    },
  );
});

describe('the parents of a pupil', () => {
  it.each([
    ['parentmail_two.csv', ['Sara Pupil <pm.sara@example.org>', 'Tom Pupil <pm.tom@example.org>']],
    ['arbor_guardians.csv', ['Sara Pupil <ar.sara@example.org>', 'Tom Pupil <ar.tom@example.org>']],
    ['bromcom.csv', ['Sara Pupil <bc.sara@example.org>']],
    ['sims_contacts.csv', ['Sara Pupil <si.sara@example.org>', 'Tom Pupil <si.tom@example.org>']],
  ])('are persons of their own: %s', async (name, added) => {
    const result = await read(name);
    expect(result).toMatchObject({ added, others: [] });
    expect(result.groups).toContain('4B');
  });

  it.each([
    ['Forename,Surname,Mother email,Father email', 'Ava,Lee,m@x.example,f@x.example', ['<m@x', '<f@x']],
    ['Vorname,Nachname,E-Mail Mutter', 'Ann,Lee,m@x.example', ['Ann Lee <m@x']],
    ['First name,Last name,Email 1,Email 2', 'Ann,Lee,a@x.example,b@x.example', ['Ann Lee <a@x', '<b@x']],
    ['First name,Last name,Email 1,Email 2', 'Ann,Lee,,b@x.example', ['<b@x']],
    ['Guardian,Guardian email,Year', 'Mrs Ann Lee,a@x.example,4', ['Ann Lee <a@x']],
    ['Name of parent,Email of parent', 'Ann Lee,a@x.example', ['Ann Lee <a@x']],
    ['Pupil email,Parent email', 'p@x.example,a@x.example', ['<a@x']],
  ])('are found by their headings: %s', async (heading, row, wanted) => {
    const { added = [] } = await readText(`${heading}\n${row}\n`);
    expect(added.map((person, index) => person.slice(0, wanted[index]?.length))).toEqual(wanted);
  });

  it.each([
    ['Child', 'Parent 1', 'Parent 2'],
    ['Child', 'Guardian 1', 'Guardian 2'],
    ['Pupil', 'Contact 1', 'Contact 2'],
    ['Pupil name', 'Carer 1', 'Carer 2'],
    ['Child', 'Parent/Carer 1', 'Parent/Carer 2'],
    ['Child', 'First parent', 'Second parent'],
    ['Child', 'Mother', 'Father'],
    ['Child', 'Parent A', 'Parent B'],
    ['Child', 'Parent One', 'Parent Two'],
    ['Child', 'Adult 1', 'Adult 2'],
    ['Child', 'Mother', 'Grandmother'],
    ['Child', 'Parent', 'Step-parent'],
    ['Kind', 'Elternteil 1', 'Elternteil 2'],
    ['Kind', 'Mutter', 'Vater'],
  ])('have their names beside their addresses: %s, %s, %s', async (child, one, two) => {
    for (const email of [' Email', ' E-mail address', ' (email)']) {
      const heading = [child, 'Class', one, `${one}${email}`, two, `${two}${email}`].join(',');
      const { added } = await readText(
        `${heading}\nMia Lee,4B,Mrs Ann Lee,a@x.example,Bob Ray,b@x.example\n`,
      );
      expect(added).toEqual(['Ann Lee <a@x.example>', 'Bob Ray <b@x.example>']);
    }
  });

  it.each([
    ['Child,Parent 1,Email 1,Parent 2,Email 2', 'Mia,Ann Lee,a@x.example,Bob Ray,b@x.example'],
    ['Child,Parent 1,Parent 1 Email,Parent 2,Email 2', 'Mia,Ann Lee,a@x.example,Bob Ray,b@x.example'],
    ['Child,Parent 1,Email,Parent 2,Email', 'Mia,Ann Lee,a@x.example,Bob Ray,b@x.example'],
    ['Child,Parent 1 Name,Email,Parent 2 Name,Email', 'Mia,Ann Lee,a@x.example,Bob Ray,b@x.example'],
    ['Child,Email 1,Parent 1,Email 2,Parent 2', 'Mia,a@x.example,Ann Lee,b@x.example,Bob Ray'],
    ['Child,Parent 1,Parent 2,Email 1,Email 2', 'Mia,Ann Lee,Bob Ray,a@x.example,b@x.example'],
    ['Child,Mother,Email,Father,Email', 'Mia,Ann Lee,a@x.example,Bob Ray,b@x.example'],
    ['Child,Mother,Email 1,Father,Email 2', 'Mia,Ann Lee,a@x.example,Bob Ray,b@x.example'],
    [
      'Child,Mother First name,Mother Surname,Email,Father,Email',
      'Mia,Ann,Lee,a@x.example,Bob Ray,b@x.example',
    ],
  ])('have their names beside addresses that are nobody’s: %s', async (heading, row) => {
    const { added } = await readText(`${heading}\n${row}\n`);
    expect(added).toEqual(['Ann Lee <a@x.example>', 'Bob Ray <b@x.example>']);
  });

  it.each([
    ['Child,Class,Parent 1,Email 1,Parent 2', 'Mia,4B,Ann Lee,a@x.example,Bob Lee', ['Child', 'Parent 2']],
    ['Child,Parent 1,Parent 2,Email', 'Mia,Ann Lee,Bob Lee,a@x.example', ['Child', 'Parent 1', 'Parent 2']],
    ['First name,Last name,Mother email,Father email', 'Mia,Lee,a@x.example,', ['First name', 'Last name']],
    [
      'Child,Mother,Mother email,Father status',
      'Mia,Ann Lee,a@x.example,unsubscribed',
      ['Child', 'Father status'],
    ],
  ])('have no column that is neither taken nor listed: %s', async (heading, row, wanted) => {
    expect(await readText(`${heading}\n${row}\n`)).toMatchObject({ ignored: wanted });
  });

  it('may share a cell', async () => {
    for (const cell of [
      'ada@x.example; bob@x.example',
      '"ada@x.example, bob@x.example"',
      'ada@x.example ::: bob@x.example',
      'ada@x.example/bob@x.example',
    ]) {
      const { added } = await readText(`${names(',Class')}\nAda,King,${cell},4B\n`);
      expect(added).toEqual(['Ada King <ada@x.example>', '<bob@x.example>']);
    }
  });
});

describe('names and addresses', () => {
  it.each([
    ['csv-macroman-cr.csv', ['Zoë Muñoz', 'René Dubé'], 'macintosh'],
    ['csv-cp1250-polish.csv', ['Łukasz Wójcik'], 'windows-1250'],
    ['pl3_1250.csv', ['Łukasz Żak'], 'windows-1250'],
    ['csv-cp1252-semicolon.csv', ['Zoë Muñoz'], 'windows-1252'],
    ['csv-utf8-one-bad-byte.csv', ['Zoë Muñoz', 'Åsa Öberg', 'René Dubois'], 'windows-1252'],
    ['csv-utf16le-tab.csv', ['Zoë Muñoz'], null],
    ['csv-utf8-bom.csv', ['Zoë Muñoz'], null],
    ['cy.csv', ['Siôn Dŵr'], null],
    ['csv-mailchimp.csv', ['Ada King'], null],
    ['csv-case-duplicate.csv', ['Ada King'], null],
    ['email_only.csv', [''], null],
    [
      'csv-quotes-apostrophe-names.csv',
      ["Siobhán O'Neill", 'Anne "Annie" Smith, Jr', '=1+1 @cmd', 'נועה כהן', "'Ada King"],
      null,
    ],
  ])('are whole: %s', async (name, wanted, charset) => {
    const { added = [], doubts, letters } = await read(name);
    expect(added.map((person) => person.replace(/ ?<.*>$/, ''))).toEqual(wanted);
    expect(doubts).toEqual([]);
    expect(letters?.charset ?? null).toBe(charset);
  });

  // 'ń' and 'ñ', 'ć' and 'æ', 'č' and 'è' are one byte each.
  const shared = (surname: string, domain: string, charset: Charset) => {
    const bytes = {
      'windows-1250': { ń: 0xf1, ć: 0xe6, č: 0xe8 },
      'windows-1252': { ñ: 0xf1, æ: 0xe6, è: 0xe8 },
    };
    const of: Readonly<Record<string, number>> = charset === 'macintosh' ? {} : bytes[charset];
    const text = `${names('')}\nAnna,${surname},a@${domain}\n`;
    return Buffer.from([...text].map((letter) => of[letter] ?? letter.charCodeAt(0)));
  };
  it.each([
    ['Kaczyński', 'x.example', 'windows-1250'],
    ['Ivić', 'x.example', 'windows-1250'],
    ['Kovačić', 'x.example', 'windows-1250'],
    ['Dončev', 'szkola.pl', 'windows-1250'],
    ['Peña', 'x.example', 'windows-1252'],
    ['Bækgaard', 'x.example', 'windows-1252'],
    ['Lefèvre', 'x.example', 'windows-1252'],
  ] as const)('that two alphabets share are guessed: %s', async (surname, domain, charset) => {
    const { added = [], letters } = await read('list.csv', shared(surname, domain, charset));
    expect(added).toEqual([`Anna ${surname} <a@${domain}>`]);
    expect(letters?.charset).toBe(charset);
  });

  it('may be read in another way, by what a person says', async () => {
    const bytes = shared('Dončev', 'x.example', 'windows-1250');
    const { letters } = await read('list.csv', bytes);
    expect(letters).toEqual({
      charset: 'windows-1252',
      choices: [
        { charset: 'windows-1252', words: ['Donèev'] },
        { charset: 'windows-1250', words: ['Dončev'] },
        { charset: 'macintosh', words: ['DonËev'] },
      ],
    });
    const chosen = await read('list.csv', bytes, 'windows-1250');
    expect(chosen).toMatchObject({
      added: ['Anna Dončev <a@x.example>'],
      letters: { charset: 'windows-1250' },
    });
  });

  it('that were damaged before are reported', async () => {
    expect(await readText(`${names('')}\nRenÃ©,DubÃ©,r@x.example\nÅsa,Ärlig,a@x.example\n`)).toMatchObject({
      doubts: [IMPORT_DOUBTS.damaged('‘RenÃ©’, ‘DubÃ©’')],
    });
  });

  it.each([
    ['Imię,Nazwisko,Adres e-mail', 'pl'],
    ['Enw cyntaf,Cyfenw,E-bost', 'cy'],
    ['Ciad ainm,Sloinneadh,Post-d', 'gd'],
    ['Céad ainm,Sloinne,Ríomhphost', 'ga'],
    ['Vorname,Nachname,E-Mail-Adresse', 'de'],
    ['Nombre,Apellidos,Correo electrónico', 'es'],
    ['Prénom,Nom,Adresse e-mail', 'fr'],
    ['Nome,Cognome,Indirizzo e-mail', 'it'],
    ['Voornaam,Achternaam,E-mailadres', 'nl'],
    ['Nome,Apelido,Correio eletrónico', 'pt'],
    ['الاسم الأول,اسم العائلة,البريد الإلكتروني', 'ar'],
  ])('are found by headings of the languages of schools: %s', async (heading) => {
    expect(await readText(`${heading}\nAnn,Lee,ann@x.example\n`)).toMatchObject({
      added: ['Ann Lee <ann@x.example>'],
    });
  });

  it('are mended or refused with the reason: emails_odd.csv', async () => {
    const result = await read('emails_odd.csv');
    expect(result.added?.map((person) => person.split(' ').at(-1))).toEqual([
      '<amira.khan@example.org>',
      '<spaced@example.org>',
      '<info@xn--schler-5ya.example>',
      "<o'neil@example.org>",
      '<plus+tag@example.org>',
      '<q@example.org>',
      '<m@example.org>',
      '<trailing@example.org>',
      '<zerowidth@example.org>',
      '<nbsp@example.org>',
      '<comma@example.org>',
      '<semi@example.org>',
    ]);
    const refused = result.others?.map((other) => other.replace(/: Email: /, ' '));
    expect(refused).toEqual([
      `dotted..double@example.org ${FIELD_MESSAGES.email}`,
      `user@localhost ${FIELD_MESSAGES.email}`,
      `user@[192.0.2.1] ${FIELD_MESSAGES.email}`,
      `ünï@example.org ${FIELD_MESSAGES.emailLocal}`,
    ]);
  });

  it('may be half there, or only the address', async () => {
    const text = `${names('')}\nSara,,s@x.example\n,Lee,l@x.example\n,,n@x.example\n`;
    expect(await readText(text)).toMatchObject({
      added: ['Sara  <s@x.example>', 'Lee <l@x.example>', '<n@x.example>'],
    });
  });
});
