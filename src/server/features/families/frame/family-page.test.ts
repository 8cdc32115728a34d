import { afterAll, beforeAll, expect, it } from 'vitest';
import { findSchoolPages, saveSchoolPages } from '#server/data/families/school-pages.ts';
import { loadSchool } from '#server/data/schools.ts';
import { html } from '#server/platform/http/html.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createSchool } from '#test/factories.ts';
import { type FamilyPage, familyPage } from './family-page.ts';
import { choices, textField } from './form-parts.ts';
import type { FamilySection } from './section.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());

const section = (page: 'newsletters' | 'diary' | 'signUp', isOn: boolean): FamilySection => ({
  page,
  label: (language) => `${page} in ${language}`,
  isOn: () => isOn,
  mount: () => undefined,
});
const [news, diary, signUp] = [
  section('newsletters', true),
  section('diary', true),
  section('signUp', false),
];

async function drawn(page: Partial<FamilyPage>, sections: readonly FamilySection[]): Promise<string> {
  const { database } = test.context;
  const { id } = await createSchool(test);
  await saveSchoolPages(database, id, { address: `school-${id}` });
  const site = { school: await loadSchool(database, id), pages: await findSchoolPages(database, id) };
  return familyPage(site, sections, { title: 'Dates & times', body: html`<p>Hello</p>`, ...page });
}

it('has the links to what is switched on, and says which one it is', async () => {
  const page = await drawn({ section: diary }, [news, diary, signUp]);
  expect([...page.matchAll(/<a href="\/s\/[\w-]+\/([\w-]+)"( aria-current="page")?>/g)].map(String)).toEqual([
    expect.stringMatching(/newsletters,$/),
    expect.stringMatching(/diary, aria-current="page"$/),
  ]);
  expect(page).toContain('<h1>Dates &amp; times</h1>');
  const name = /<title>Dates &amp; times · (.+)<\/title>/.exec(page)?.[1];
  expect(await drawn({ title: name ?? '' }, [news])).toContain(`<title>${name}</title>`);
  expect(page).not.toMatch(/<script|\son\w+=/);
  for (const alone of [await drawn({}, [diary, signUp]), await drawn({ isAlone: true }, [news, diary])])
    expect(alone).not.toContain('<nav');
});

it('says in the title and in a box on top what is wrong, with links to the fields', async () => {
  const wrong = 'Enter an email address, like name@example.com';
  const body = html`<form method="post">${textField({ id: 'email', label: 'Email', value: '"><b>', error: wrong })}${choices(
    {
      name: 'group',
      legend: 'Years',
      type: 'checkbox',
      options: [
        { value: '1', label: 'Year 1', isChosen: true },
        { value: '2', label: 'Year 2', isChosen: false },
      ],
    },
  )}</form>`;
  const page = await drawn({ errors: [{ id: 'email', message: wrong }], body }, [news]);
  expect(page).toContain('<title>Error: Dates &amp; times');
  expect(page).toMatch(/role="alert">.*<a href="#email">Enter an email[^<]*<\/a>.*<h1>/s);
  expect(page).toMatch(
    /<p class="wrong" id="email-error">.*<input id="email"[^>]*aria-describedby="email-error"/s,
  );
  expect(page).toContain('value="&quot;&gt;&lt;b&gt;"');
  expect(page.match(/ checked>/g)).toHaveLength(1);
});
