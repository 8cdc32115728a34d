import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { z } from 'zod';
import { type Block, blockSchema, isEmptySpace } from '#newsletter/document/document.ts';
import { datesOf } from '#newsletter/document/traits.ts';
import { renderBlocks, resetBeforeEach } from '#test/support/editor/editor.tsx';

resetBeforeEach();

const row = (id: string, title: string, date: string, last_day?: string) => ({
  id,
  title,
  description: 'In the hall',
  date,
  ...(last_day === undefined ? {} : { last_day }),
});
const blocks: readonly Block[] = [
  { name: 'title', type: 'heading', value: { text: 'From the head' } },
  { name: 'words', type: 'text', value: { html: '<p>Dear families</p>' } },
  {
    name: 'box',
    type: 'boxed_text',
    value: { html: '<p>Well done</p>', background: '#fff3cc', color: '#000000', word_break: 'break-word' },
  },
  {
    name: 'dates',
    type: 'event',
    value: {
      rows: [
        row('a', 'Assembly', '2026-01-11'),
        row('b', 'Book week', '2026-01-12', '2999-01-16'),
        row('c', 'Concert', '2026-01-13'),
        row('d', 'Fair', '2999-12-05'),
      ],
      order: 'date',
    },
  },
  { name: 'old', type: 'event', value: { rows: [row('e', 'Trip', '2026-01-14')], order: 'date' } },
];
const carriedOver = {
  day: '2026-11-13',
  is_example: false,
  blocks: ['words', 'box'],
  dates: ['dates', 'old'],
  rows: {},
  fields: {},
  examples: [],
  example_dates: [],
};
const openWide = () => renderBlocks(blocks, { layout: 'one_column', carriedOver });
// Without room for the panel.
async function open() {
  await page.viewport(900, 800);
  return await openWide();
}

const panel = page.getByRole('complementary', { name: 'From 13 November' });
const notice = page.getByRole('region', { name: 'Next issue' });
const block = (name: RegExp) => page.getByRole('button', { name });

describe('the editor of a next issue', () => {
  it('covers no mark by the actions of another block', async () => {
    await page.viewport(1440, 900);
    await openWide();
    const marks = page.getByText('from 13 November', { exact: true });
    await expect.element(marks.nth(1)).toBeVisible();
    await block(/^Heading: From the head/).click();
    const toolbar = page.getByRole('toolbar', { name: 'Actions for Heading' });
    await expect.element(toolbar).toBeVisible();
    const { right } = toolbar.element().getBoundingClientRect();
    for (const mark of marks.elements()) expect(mark.getBoundingClientRect().left).toBeGreaterThan(right);
    await userEvent.keyboard('{Escape}{Escape}');
    await expect.element(marks.nth(1)).toBeVisible();
  });

  it('marks what is still as it was, until it is touched', async () => {
    await open();
    await expect.element(notice.getByText('2 blocks are still as on 13 November.')).toBeVisible();
    await expect.element(block(/^Text from 13 November: Dear families/)).toBeVisible();
    await expect.element(block(/^Heading: From the head/)).toBeVisible();
    await notice.getByRole('button', { name: 'Show them' }).click();
    const words = page.getByRole('textbox', { name: /Text/ });
    await words.fill('Hello');
    await expect.element(notice.getByText('1 block is still as on 13 November.')).toBeVisible();
    await expect.element(block(/^Text: Hello/)).toBeInTheDocument();
    await notice.getByRole('button', { name: 'Show them' }).click();
    await expect.element(block(/^Boxed text from 13 November/)).toHaveAttribute('aria-pressed', 'true');
    await notice.getByRole('button', { name: 'Keep it' }).click();
    await expect.element(notice.getByText('Nothing is left as it was on 13 November.')).toBeVisible();
    await expect.element(block(/^Boxed text: Well done/)).toBeInTheDocument();
  });

  it('offers to remove the dates that are over, as one step of undo', async () => {
    await open();
    await expect.element(notice.getByText('Three dates are over.')).toBeVisible();
    await notice.getByRole('button', { name: 'Remove them' }).click();
    await expect.element(block(/^Event( 1)?: Mon 12 Jan Book week/)).toBeVisible();
    expect(block(/Assembly|Concert|Trip/).elements()).toHaveLength(0);
    await expect.element(notice.getByText('are over')).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
    await expect.element(block(/^Event 1: Sun 11 Jan Assembly/)).toBeVisible();
    await expect.element(block(/^Event 2: Wed 14 Jan Trip/)).toBeVisible();
  });

  it('lists beside the canvas what is still as it was, while nothing is selected', async () => {
    await openWide();
    await expect.element(panel.getByText(/^2 blocks are still as on 13 November\./)).toBeVisible();
    expect(notice.elements()).toHaveLength(0);
    await panel.getByRole('button', { name: 'Go to Text Dear families' }).click();
    await expect.element(panel).not.toBeInTheDocument();
    await page.getByRole('textbox', { name: /Text/ }).fill('Hello');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect.element(panel.getByText(/^1 block is still as on 13 November\./)).toBeVisible();
    await panel.getByRole('button', { name: 'Keep: Boxed text, Well done' }).click();
    await expect.element(panel.getByText('Nothing is left as it was on 13 November.')).toBeVisible();
    await expect.element(panel.getByRole('heading', { name: 'From 13 November' })).toHaveFocus();
    await panel.getByRole('button', { name: 'Close' }).click();
    await expect.element(page.getByRole('complementary', { name: 'Design' })).toBeVisible();
  });

  it('lists there the dates that are over, and removes them as one step of undo', async () => {
    await openWide();
    const over = panel.getByRole('region', { name: 'Three dates are over' });
    await expect.element(over.getByText('Assembly, Sunday 11 January')).toBeVisible();
    expect(over.getByRole('listitem').elements()).toHaveLength(3);
    await over.getByRole('button', { name: 'Remove them' }).click();
    await expect.element(over).not.toBeInTheDocument();
    await expect.element(block(/^Event( 1)?: Mon 12 Jan Book week/)).toBeVisible();
    expect(block(/Assembly|Concert|Trip/).elements()).toHaveLength(0);
    await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
    await expect.element(over.getByText('Trip, Wednesday 14 January')).toBeVisible();
    await expect.element(block(/^Event 2: Wed 14 Jan Trip/)).toBeVisible();
  });

  it('says of dates to come that they will be over by the day of the issue', async () => {
    await renderBlocks(blocks, { layout: 'one_column', carriedOver, issueDate: '2999-12-31' });
    await expect
      .element(panel.getByRole('region', { name: 'Five dates will be over by 31 December' }))
      .toBeVisible();
  });

  it('leaves the dates if they are to stay, and tells the server', async () => {
    await open();
    const calls: unknown[] = [];
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
      // Notes are loaded, and others listened to, whatever one does.
      if (init.method !== 'GET') calls.push([init.method, String(url).replace(/.*\/api\/v1/, ''), init.body]);
      return new Promise(() => undefined);
    });
    await notice.getByRole('button', { name: 'Leave them' }).click();
    await expect.element(notice.getByText('are over')).not.toBeInTheDocument();
    await expect.element(block(/^Event 1: Sun 11 Jan Assembly/)).toBeVisible();
    expect(calls).toEqual([
      ['PUT', expect.stringContaining('/kept_blocks'), expect.stringContaining('["dates","old"]')],
    ]);
  });

  it('lists before publishing what is still as it was', async () => {
    await open();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Publish ‘News’?' });
    await expect.element(question.getByText('2 blocks are still as on 13 November.')).toBeVisible();
    await question.getByRole('button', { name: 'Keep: Boxed text, Well done' }).click();
    await expect.element(question.getByText('1 block is still as on 13 November.')).toBeVisible();
    await question.getByRole('button', { name: 'Go to it', exact: true }).click();
    await expect.element(question).not.toBeInTheDocument();
    await expect.element(block(/^Text from 13 November/)).toHaveAttribute('aria-pressed', 'true');
  });

  it('says what becomes of example dates, and publishes once the server knows what is kept', async () => {
    const calls: string[] = [];
    let answer: () => void = () => undefined;
    vi.stubGlobal('fetch', (url: string) => {
      calls.push(url);
      return new Promise<Response>((resolve) => {
        answer = () => {
          calls.push('answered');
          resolve(new Response('{}', { status: 500 }));
        };
      });
    });
    const examples = {
      ...carriedOver,
      is_example: true,
      blocks: ['dates'],
      dates: [],
      rows: { dates: ['a', 'b'] },
      examples: ['dates'],
    };
    await renderBlocks(blocks, { layout: 'one_column', carriedOver: examples });
    const words = /^The school’s calendar does not show example dates\./;
    await expect
      .element(page.getByRole('complementary', { name: 'Examples' }).getByText(words))
      .toBeVisible();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Publish ‘News’?' });
    await expect.element(question.getByText(words)).toBeVisible();
    await question.getByRole('button', { name: 'Keep it and publish' }).click();
    const at = (call: RegExp) => calls.findIndex((each) => call.test(each));
    await expect.poll(() => at(/kept_blocks/)).toBeGreaterThan(-1);
    answer();
    await expect.poll(() => at(/\/publish\//)).toBeGreaterThan(at(/^answered/));
  });

  it('names what is left of an example, and removes nothing while a day is', async () => {
    const fields = ['title', 'date', 'time', 'description'] as const;
    const examples = {
      ...{ ...carriedOver, is_example: true, blocks: [], dates: [], examples: ['dates'] },
      fields: { dates: { a: [...fields].slice(1), b: [...fields] } },
    };
    await renderBlocks(blocks, { layout: 'one_column', carriedOver: examples });
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Publish ‘News’?' });
    await expect
      .element(question.getByText('Assembly: date, description; Book week: all of it'))
      .toBeVisible();
    const remove = question.getByRole('button', { name: 'Remove the rest and publish' });
    await expect.element(remove).toHaveAttribute('aria-disabled', 'true');
    await expect.element(remove).toHaveAccessibleDescription(/^‘Assembly’ still has the date of the example/);
    await remove.click({ force: true });
    await expect.element(question).toBeVisible();
    await question.getByRole('button', { name: /^Keep: Event 1, Assembly/ }).click();
    await expect.element(question.getByText('Everything is as you want it.')).toBeVisible();
  });

  it('lists before publishing what has just been copied from an example', async () => {
    vi.stubGlobal('fetch', (_: string, { method, body }: RequestInit) => {
      if (method !== 'PATCH') return new Promise(() => undefined);
      const { news_letter } = z
        .object({ news_letter: z.object({ code: z.array(blockSchema) }) })
        .parse(JSON.parse(String(body)));
      const dated = news_letter.code
        .filter((each) => !isEmptySpace(each) && datesOf(each).length > 0)
        .map(({ name }) => name);
      const attributes = {
        ...{ status: 'draft', version: 2, has_unpublished_changes: false, missing_files: [] },
        updated_at: '2026-10-01T10:00:00.000Z',
        carried_over: {
          ...{ day: '2026-11-13', is_example: true, blocks: dated, dates: [], example_dates: [] },
          examples: dated,
        },
      };
      const answer = {
        news_letter: {
          data: { id: '4f0b2f0e-6c2d-4a39-9b61-0f3d5d8c7a11', type: 'news_letter', attributes },
        },
      };
      return Promise.resolve(new Response(JSON.stringify(answer)));
    });
    await renderBlocks(blocks.slice(1, 4), { layout: 'one_column' });
    await block(/^Event: /).click();
    await userEvent.keyboard('{Control>}d{/Control}');
    await expect.element(block(/^Event 2: /)).toBeVisible();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Publish ‘News’?' });
    await expect.element(question.getByText('2 blocks are still examples.')).toBeVisible();
    await question.getByRole('button', { name: /^Keep: Event 2/ }).click();
    await expect.element(question.getByText('1 block is still an example.')).toBeVisible();
    await question.getByRole('button', { name: 'Remove the rest and publish' }).click();
    await expect.element(question).not.toBeInTheDocument();
    await expect.element(block(/^Event: /)).toBeVisible();
  });

  it('says nothing of it in any other newsletter', async () => {
    await renderBlocks(blocks, { layout: 'one_column' });
    await expect.element(block(/^Text: Dear families/)).toBeVisible();
    expect(notice.elements()).toHaveLength(0);
  });
});
