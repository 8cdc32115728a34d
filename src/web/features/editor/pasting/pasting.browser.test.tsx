import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Block, createBlock } from '#newsletter/document/document.ts';
import { withoutNumber } from '#test/support/editor/documents.ts';
import { renderBlocks, resetBeforeEach } from '#test/support/editor/editor.tsx';
import { FakeUpload } from '#test/support/editor/uploads.ts';

resetBeforeEach();

const PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
/** A letter with content for several types of block. */
const LETTER = `<h1>Trip to the farm</h1><p>Dear parents,</p><ul><li>a coat</li><li>boots</li></ul>
<table><tr><td>Club</td><td>Ends</td></tr><tr><td>Chess</td><td>16:15</td></tr></table>
<p>Bring a picnic.<img src="https://elsewhere.example/a.png" width="400"></p><h2>And next week</h2><p>Sports day.</p>`;

const text = page.getByRole('textbox', { name: /^Text( \d+)?$/ });
const blockNames = () =>
  Array.from(document.querySelectorAll('[data-block] > [aria-pressed]'), (button) =>
    withoutNumber(button.getAttribute('aria-label')),
  );

function paste(html: string, plain = 'words'): void {
  const clipboardData = new DataTransfer();
  if (html !== '') clipboardData.setData('text/html', html);
  clipboardData.setData('text/plain', plain);
  const target = document.activeElement ?? document.body;
  target.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }));
}

async function openWithText() {
  const block: Block = { name: 't', type: 'text', value: { html: '<p>One two.</p>' } };
  await renderBlocks([block], { layout: 'one_column' });
  await page.getByRole('main').getByRole('button', { name: /^Text/ }).click();
  await expect.element(text).toHaveFocus();
}

it.each([
  ['words', '', 'Good news. '.repeat(480_000)],
  ['a page', '<p>Good <b style="color: red">news</b>.</p>'.repeat(120_000), 'words'],
  ['a page of one text', '<p>Good news.</p>'.repeat(16_000), 'words'],
])('pastes no more of %s than there is room for, and says so', async (_, html, plain) => {
  await openWithText();
  paste(html, plain);
  await expect.element(page.getByRole('alert').getByText(/Nothing was pasted/)).toBeVisible();
  await expect.poll(blockNames).toEqual(['Text: One two.']);
});

it('says that words which are struck through there are left out', async () => {
  const html = '<p>At <span style="text-decoration:line-through">nine</span> ten.</p>';
  await openWithText();
  await userEvent.keyboard('{End}');
  paste(html);
  await expect.element(page.getByText(/^Words that are struck through/)).toBeVisible();
  await expect.poll(blockNames).toEqual(['Text: One two.At ten.']);
});

it('makes headings, texts and tables of a letter pasted at the caret, as one step of undo', async () => {
  await openWithText();
  await userEvent.keyboard('{End}');
  paste(LETTER);
  await expect
    .poll(blockNames)
    .toEqual([
      'Text: One two.',
      'Heading: Trip to the farm',
      'Text: Dear parents, a coat boots',
      'Table: Club Ends Chess 16:15',
      'Text: Bring a picnic.',
      'Heading: And next week',
      'Text: Sports day.',
    ]);
  await expect.element(text).toHaveFocus();
  await expect
    .element(
      page
        .getByText('Pasted as 2 headings, 3 texts, 1 table. A picture was left out: copy it by itself')
        .first(),
    )
    .toBeVisible();
  await page.getByRole('region', { name: 'Newsletter' }).getByRole('button', { name: 'Undo' }).click();
  await expect.poll(blockNames).toEqual(['Text: One two.']);
});

it('takes the place of an empty text', async () => {
  await renderBlocks([], { layout: 'one_column' });
  await page.getByRole('button', { name: 'Text', exact: true }).click();
  await expect.element(text).toHaveFocus();
  paste(LETTER);
  await expect.poll(() => blockNames()[0]).toBe('Heading: Trip to the farm');
  expect(blockNames()).toHaveLength(6);
});

it('keeps what was typed before, when the paste is undone', async () => {
  await openWithText();
  await userEvent.keyboard('{End} Three.');
  paste(LETTER);
  await expect.poll(blockNames).toHaveLength(7);
  await page.getByRole('region', { name: 'Newsletter' }).getByRole('button', { name: 'Undo' }).click();
  await expect.poll(blockNames).toEqual(['Text: One two. Three.']);
});

it('leaves paragraphs in the text in which the caret is, and says what cannot come along', async () => {
  await openWithText();
  await userEvent.keyboard('{End} ');
  paste('<p>Three.</p><p>Four.<img src="file:///C:/four.png"></p>');
  await expect.poll(blockNames).toEqual(['Text: One two. Three. Four.']);
  await expect.element(page.getByText('A picture was left out: copy it by itself')).toBeVisible();
});

it('adds blocks below a selected one that is not written in', async () => {
  await renderBlocks(
    [createBlock('divider', () => 'd'), { name: 't', type: 'text', value: { html: '<p>Last</p>' } }],
    { layout: 'one_column' },
  );
  await page.getByRole('button', { name: 'Divider block' }).click();
  paste('<h2>Clubs</h2><p>All are full.</p>');
  await expect
    .poll(blockNames)
    .toEqual(['Divider block', 'Heading: Clubs', 'Text: All are full.', 'Text: Last']);
});

it('uploads pictures that are on the clipboard', async () => {
  vi.stubGlobal('XMLHttpRequest', FakeUpload);
  await openWithText();
  await userEvent.keyboard('{End}');
  paste(`<p>Look:</p><img src="${PICTURE}" alt="A dot"><p>Nice.</p>`);
  await expect.poll(blockNames).toEqual(['Text: One two. Look:', 'Image: A dot', 'Text: Nice.']);
});

it('cleans hostile HTML', async () => {
  await openWithText();
  await userEvent.keyboard('{End}');
  paste(
    `<h1 onclick="alert(1)">Safe<script>alert(1)</script><img src=x onerror="alert(2)"></h1><p style="position:fixed" onmouseover="alert(3)">Words <a href="javascript:alert(4)">link</a></p><svg onload="alert(5)"><text>no</text></svg><table><tr><td><iframe src="https://evil.example"></iframe>A</td><td onclick="x()">B</td></tr><tr><td>1</td><td>2</td></tr></table><img src="data:image/svg+xml;base64,PHN2Zz4=">`,
  );
  await expect
    .poll(blockNames)
    .toEqual(['Text: One two.', 'Heading: Safe', 'Text: Words link', 'Table: A B 1 2']);
  const drawn = [...document.querySelectorAll('[data-drawn]')].map(
    (host) => host.shadowRoot?.innerHTML ?? '',
  );
  expect(drawn.join()).not.toMatch(/alert|javascript:|onerror|onclick|<iframe|evil|svg/);
});

function pasteWith({ html, text }: { html: string; text: string }, files: readonly File[]): void {
  const clipboardData = new DataTransfer();
  if (html !== '') clipboardData.setData('text/html', html);
  if (text !== '') clipboardData.setData('text/plain', text);
  for (const file of files) clipboardData.items.add(file);
  const target = document.activeElement ?? document.body;
  target.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }));
}

const snapshot = () => new File([new Uint8Array([137, 80, 78, 71])], 'image.png', { type: 'image/png' });

/** Opens a text of 'One two.' with a click after its first letters. */
async function openAt(letters: number, others: readonly Block[] = []) {
  const block: Block = { name: 't', type: 'text', value: { html: '<p>One two.</p>' } };
  await renderBlocks([block, ...others], { layout: 'one_column' });
  const cover = page.getByRole('main').getByRole('button', { name: 'Text: One two.' });
  await expect.element(cover).toBeVisible();
  const drawn = document.querySelector('[data-block="t"] [data-drawn]')?.shadowRoot?.querySelector('p');
  const range = document.createRange();
  range.setStart(drawn?.firstChild ?? document.body, letters);
  const { left, top, height } = range.getBoundingClientRect();
  const box = cover.element().getBoundingClientRect();
  await cover.click({ position: { x: left - box.left + 1, y: top - box.top + height / 2 } });
  await expect.element(text).toHaveFocus();
}

it('divides a text at the caret, and loses nothing', async () => {
  await openAt(4);
  paste('<h2>Clubs</h2><p>All are full.</p>');
  await expect.poll(blockNames).toEqual(['Text: One', 'Heading: Clubs', 'Text: All are full. two.']);
});

it('puts all of a text below what is pasted at its start', async () => {
  await openAt(0);
  paste('<h2>Clubs</h2><p>All are full.</p><h2>Trips</h2>');
  await expect
    .poll(blockNames)
    .toEqual(['Heading: Clubs', 'Text: All are full.', 'Heading: Trips', 'Text: One two.']);
});

it('replaces the words that are selected', async () => {
  await openWithText();
  await userEvent.keyboard('{Control>}a{/Control}');
  paste('<h2>Clubs</h2><p>All are full.</p>');
  await expect.poll(blockNames).toEqual(['Heading: Clubs', 'Text: All are full.']);
});

it('makes no picture of the words that Word and Excel send beside them', async () => {
  await openWithText();
  await userEvent.keyboard('{End}');
  pasteWith(
    {
      html: '<p>Dear parents,</p><p>Look:<img src="file:///C:/Temp/clip_image001.png" width="300"></p><h2>Clubs</h2>',
      text: 'Dear parents,',
    },
    [snapshot()],
  );
  await expect.poll(blockNames).toEqual(['Text: One two. Dear parents, Look:', 'Heading: Clubs']);
  await expect.element(page.getByText(/A picture was left out: copy it by itself/).first()).toBeVisible();
});

it('makes a table alone of cells with a picture of themselves', async () => {
  await openWithText();
  await userEvent.keyboard('{End}');
  pasteWith(
    {
      html: '<table><tr><td>Club</td><td>Ends</td></tr><tr><td>Chess</td><td>16:15</td></tr></table>',
      text: 'Club\tEnds',
    },
    [snapshot()],
  );
  await expect.poll(blockNames).toEqual(['Text: One two.', 'Table: Club Ends Chess 16:15']);
});

it('pastes nothing where a newsletter would get too long, and says so', async () => {
  await openAt(
    4,
    Array.from({ length: 198 }, (_, index) => createBlock('divider', () => `d${index}`)),
  );
  paste('<h2>Clubs</h2><p>All are full.</p>');
  await expect.element(page.getByText(/^Limit is 200 blocks\. Nothing was pasted/)).toBeVisible();
  expect(text.element().textContent).toBe('One two.');
  expect(blockNames()).toHaveLength(199);
});

it('keeps words that are too long for a text in it, and says so', async () => {
  await openWithText();
  await userEvent.keyboard('{End}');
  paste(`<p>${'word '.repeat(10_100)}</p><h2>Clubs</h2>`);
  await expect.poll(blockNames).toHaveLength(2);
  await expect.poll(() => blockNames()[0]).toMatch(/^Text not finished: One two\. word/);
});

it('says that links of headings and tables are left out, and keeps those of texts', async () => {
  await openWithText();
  await userEvent.keyboard('{End}');
  paste(
    '<h2><a href="https://example.org/clubs">Clubs</a></h2><p><a href="https://example.org/all">All</a> of them.</p><table><tr><td>Club</td><td>Ends</td></tr><tr><td><a href="https://example.org/chess">Chess</a></td><td>16:15</td></tr></table>',
  );
  await expect
    .element(page.getByText(/2 links were left out: headings and tables have none/).first())
    .toBeVisible();
  await expect.poll(blockNames).toContain('Text: All of them.');
});

/** Whether the caret is in the visible part of the canvas. */
function isCaretSeen(): boolean {
  const canvas = document.getElementById('main')?.getBoundingClientRect();
  const caret = document.activeElement?.querySelector(':scope > :last-child')?.getBoundingClientRect();
  return (
    canvas !== undefined && caret !== undefined && caret.bottom <= canvas.bottom && caret.top >= canvas.top
  );
}

const PARAGRAPHS = Array.from({ length: 40 }, (_, at) => `<p>Paragraph ${at} of a letter.</p>`).join('');

it.each([
  ['words', PARAGRAPHS],
  ['blocks', `<h1>One</h1>${PARAGRAPHS}<h2>Two</h2>${PARAGRAPHS}`],
])('shows the caret at the end of many %s', async (_, html) => {
  await openWithText();
  await userEvent.keyboard('{End}');
  paste(html);
  await expect.poll(() => document.activeElement?.textContent).toContain('Paragraph 39');
  await expect.poll(isCaretSeen).toBe(true);
  // Still, once all of it is drawn.
  await expect.poll(() => document.querySelector('[data-sheet]')?.clientHeight).toBeGreaterThan(1400);
  await expect.poll(isCaretSeen).toBe(true);
});
