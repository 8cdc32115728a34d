import { expect, it } from 'vitest';
import { textsOf } from '#newsletter/document/traits.ts';
import { attributesOf } from '#test/newsletter-engines.ts';
import { canvasOf, findAll, mailOf, pageOf, stored, wordsOf } from '#test/newsletter-rendering.ts';
import { OAKFIELD } from '#test/newsletter-samples.ts';

/** Too long to fit beside the club on a phone. */
const day = 'Mondays in the school hall';
const clubs = { headings: ['Club', 'Day'], rows: [['Chess', day], ['Choir']], rowHeads: true };
const page = (value: object) => pageOf([stored('table', value)]);
const cells = (html: string, selector: string) =>
  findAll(html, `.ink-box table ${selector}`).map((cell) => [
    attributesOf(cell).get('scope'),
    cell.textContent,
  ]);

it('has headings for columns and rows that a screen reader can read', () => {
  expect(cells(page(clubs), 'th')).toEqual([
    ['col', 'Club'],
    ['col', 'Day'],
    ['row', 'Club: Chess'],
    ['row', 'Club: Choir'],
  ]);
  expect(cells(page({ ...clubs, rowHeads: false }), 'tbody th')).toEqual([]);
});

it('colours the row of headings as one area, without lines between its cells', () => {
  const html = pageOf([stored('table', clubs)], { school: { ...OAKFIELD, design: 'bulletin' } });
  expect(findAll(html, '.ink-grid .ink-badge').map(({ nodeName }) => nodeName)).toEqual(['TR']);
});

it('names the column in each cell, for phones, where rows are cards', () => {
  const html = page(clubs);
  expect(cells(html, 'td').map(([, text]) => text)).toEqual([`Day: ${day}`, '']);
  for (const label of findAll(html, '.ink-label'))
    expect(attributesOf(label).get('style')).toContain('display:none');
  expect(html).toMatch(/max-width:479px\).*\.ink-grid thead \{ display: none/s);
  expect(html).toMatch(/max-width:479px\).*\.ink-grid \.ink-empty \{ display: none/s);
  expect(findAll(html, '.ink-empty')).toHaveLength(1);
});

it('has no headings without words, and no rows or columns in which nothing is written', () => {
  const html = page({
    headings: ['', 'Day', ''],
    rows: [
      ['Chess', 'Mon', ''],
      ['', 'Tue', ''],
      ['', '', ''],
    ],
    rowHeads: true,
  });
  expect(cells(html, 'th').map(([, text]) => text)).toEqual(['Day', 'Chess']);
  expect(cells(html, 'tr')).toHaveLength(3);
  expect(cells(html, 'td')).toHaveLength(4);
});

it('lists its written cells for those that read or correct text', () => {
  const block = stored('table', clubs);
  const found = textsOf(block);
  expect(found.map(({ path, text }) => [path, text])).toEqual([
    ['headings.0', 'Club'],
    ['headings.1', 'Day'],
    ['rows.0.0', 'Chess'],
    ['rows.0.1', day],
    ['rows.1.0', 'Choir'],
  ]);
  expect(found[3]?.replace('Monday')).toMatchObject({ value: { rows: [['Chess', 'Monday'], ['Choir']] } });
});

const week = {
  headings: ['Club', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri'],
  rows: [['Recorders', '16:15', '', '16:15', '', '16:30']],
  rowHeads: true,
};

it('stacks its rows where its column is narrower than its longest words', () => {
  for (const render of [pageOf, mailOf]) {
    const narrow = render([stored('table', week)], { layout: 'two_columns_center' });
    expect(findAll(narrow, '.ink-grid')).toEqual([]);
    expect(wordsOf(narrow)).toContain('Recorders Mon: 16:15 Wed: 16:15 Fri: 16:30');
    expect(findAll(render([stored('table', week)]), '.ink-grid')).toHaveLength(1);
  }
});

it.each([
  [clubs, 264, 'ink-grid'],
  [{ ...clubs, headings: ['Class', 'Room'], rows: [['Badgers', 'Hall']] }, 264, 'ink-table'],
  [week, 264, 'ink-stacked'],
  [week, 420, 'ink-grid ink-tight'],
  [week, 552, 'ink-grid'],
  [{ ...clubs, rows: [['Chess', `https://example.org/${'a'.repeat(80)}`]] }, 552, 'ink-stacked'],
  [{ ...clubs, rows: [['Chess', 'After school on every second day of the week']] }, 264, 'ink-grid'],
  [{ ...clubs, rows: [['週末', '毎週月曜日と火曜日と水曜日の放課後に体育館で']] }, 264, 'ink-grid'],
])('writes %o in %i pixels as %s', (value, width, kind) => {
  const [table] = findAll(canvasOf(stored('table', value), width), '.ink-box table');
  expect(table && attributesOf(table).get('class')).toBe(kind);
});

it('breaks no word of a cell', () => {
  const styles = findAll(page(week), '.ink-grid th, .ink-grid td').map((cell) =>
    attributesOf(cell).get('style'),
  );
  expect(styles).toHaveLength(12);
  for (const style of styles) expect(style).toContain('word-break:normal;overflow-wrap:break-word');
});
