import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { codeSchema, isEmptySpace } from '#newsletter/document/document.ts';
import { picturesOf } from '#newsletter/document/traits.ts';
import { headsLetter } from '#newsletter/templates/heads-letter.ts';
import { weeklyBulletin } from '#newsletter/templates/weekly-bulletin.ts';
import { SCHOOL } from '#test/support/web/app.tsx';
import { toast, toastStore } from '#ui/feedback/toast.ts';
import { createFromTemplate, todayIn } from './templates.ts';

const sent: { call: string; body: unknown }[] = [];
let hasArt = true;

/** A fake server: the template pictures, and the two calls that creating from a template makes. */
async function serve(path: string, init?: RequestInit): Promise<Response> {
  const call = `${init?.method ?? 'GET'} ${path}`;
  sent.push({ call, body: typeof init?.body === 'string' ? JSON.parse(init.body) : init?.body });
  if (path.startsWith('/newsletter-art/')) return new Response('drawing', { status: hasArt ? 200 : 404 });
  if (path.endsWith('/attachments')) {
    const { size } = new Set(sent);
    const attributes = { url: `/files/own-${size}.jpg`, name: 'a', content_type: 'image/jpeg', size: 7 };
    return Response.json({ attachment: { data: resource('attachment', attributes) } }, { status: 201 });
  }
  const { news_letter } = z
    .object({ news_letter: z.record(z.string(), z.unknown()) })
    .parse(sent.at(-1)?.body);
  const dates = { created_at: NOW, updated_at: NOW, published_at: null };
  const draft = {
    body: '',
    slug: null,
    footerContent: '',
    carried_over: null,
    missing_files: [],
    status: 'draft',
    version: 1,
    ...dates,
  };
  const look = { design: null, colours: null, issue_date: null };
  const attributes = { ...look, ...news_letter, ...draft, has_unpublished_changes: false };
  return Response.json({ news_letter: { data: resource('news_letter', attributes) } }, { status: 201 });
}

const NOW = '2026-11-21T09:00:00.000Z';
const resource = (type: string, attributes: object) => ({
  id: '00000000-0000-4000-8000-000000000001',
  type,
  attributes,
});

beforeEach(() => {
  hasArt = true;
  sent.length = 0;
  vi.stubGlobal('fetch', serve);
});
afterEach(() => toast.clear());

it("creates a newsletter from a template with the school's own files", async () => {
  const made = await createFromTemplate(weeklyBulletin, 'Week 12', SCHOOL.attributes);
  expect(sent.map(({ call }) => call)).toEqual([
    ...['GET /newsletter-art/forest.jpg', 'POST /api/v1/attachments'],
    ...['GET /newsletter-art/library.jpg', 'POST /api/v1/attachments'],
    'POST /api/v1/news_letters',
  ]);
  expect(made.attributes).toMatchObject({ title: 'Week 12', layout_type: 'two_columns_left' });
  const pictures = codeSchema
    .parse(made.attributes.code)
    .flatMap((block) => (isEmptySpace(block) ? [] : picturesOf(block).map(({ address }) => address)));
  expect(pictures).toEqual(['/files/own-2.jpg', '/files/own-4.jpg']);
});

it('creates none if a picture cannot be loaded, and shows an error', async () => {
  hasArt = false;
  await expect(createFromTemplate(headsLetter, 'A letter', SCHOOL.attributes)).rejects.toThrow('school');
  expect(sent.map(({ call }) => call)).toEqual(['GET /newsletter-art/school.jpg']);
  expect(toastStore.current().map(({ message }) => message)).toEqual([
    expect.stringMatching(/^No connection/),
  ]);
});

it('takes today from the school’s time zone', () => {
  expect(todayIn('Europe/London')).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(todayIn('No/Such')).toMatch(/^\d{4}-\d\d-\d\d$/);
});
