import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Block } from '#newsletter/document/document.ts';
import { renderBlocks, resetBeforeEach } from '#test/support/editor/editor.tsx';
import { blockNames, heading, openShort, text } from '#test/support/editor/short-newsletter.ts';

resetBeforeEach();

const RICH =
  '<h1>What we learned</h1><p>Year 4 came back from <a href="https://example.org">Hadrian’s Wall</a> tired, <strong>muddy</strong> and full of stories, which they will tell in assembly on Friday.</p><ul><li><p>Coats</p></li><li><p>Hats, and the one glove that nobody wants</p></li></ul><h2>And next week</h2><p></p><p>Have a lovely weekend, <span lang="pl">miłego weekendu</span> and <span lang="ar">عطلة سعيدة للجميع (3)</span>!</p>';
const BLOCKS: readonly Block[] = [
  { name: 'h', type: 'heading', value: { text: 'A week of Romans, rain and robins in the hall' } },
  { name: 't', type: 'text', value: { html: RICH } },
  {
    name: 'x',
    type: 'boxed_text',
    value: {
      html: RICH,
      background: '#ffffff',
      color: '#000000',
      word_break: 'break-word',
      colours: 'design',
    },
  },
  {
    name: 'l',
    type: 'text',
    value: {
      html: '<p class="lead">Year 4 reach the wall at last, eleven miles and one lost glove later.</p><p class="signature">Ngozi Okafor</p><p>Head teacher</p>',
    },
  },
  {
    name: 'a',
    type: 'text',
    value: {
      html: '<p>أهلا وسهلا بكم (2026)</p><ul><li><p>معاطف</p></li><li><p>قبعات، Hats too</p></li></ul><p>Welcome, أهلا!</p>',
    },
  },
  { name: 'b', type: 'button', value: { btnText: 'Order Christmas lunch', url: 'https://example.org' } },
  {
    name: 'e',
    type: 'event',
    value: {
      rows: [
        { id: 'r', title: 'Harvest supper for everybody', description: 'Bring a plate', date: '2031-10-13' },
      ],
    },
  },
  {
    name: 'c',
    type: 'event',
    value: {
      rows: [
        {
          id: 'r',
          title: 'Harvest supper for everybody who sings, cooks or washes up',
          description: 'Bring a plate',
          date: '2031-10-13',
          state: 'cancelled',
        },
      ],
    },
  },
  {
    name: 'i',
    type: 'image',
    value: { url: '/files/a/pond.jpg', alt: 'A pond', caption: 'Frogs, and one newt, by the pond' },
  },
  { name: 'f', type: 'footer', value: { text: 'The office is open\nfrom 8 to 4.' } },
];

interface Word {
  readonly text: string;
  readonly left: number;
  readonly top: number;
  readonly right: number;
}

/** Where each word is painted. */
function wordsOf(root: Node): readonly Word[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const words: Word[] = [];
  while (walker.nextNode()) {
    const node = walker.currentNode;
    for (const { 0: text, index } of (node.textContent ?? '').matchAll(/\S+/g)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + text.length);
      const { left, top, right } = range.getBoundingClientRect();
      words.push({ text, left, top, right });
    }
  }
  return words;
}

// At the second size the sheet is drawn smaller.
it.each([
  [1440, 900],
  [1024, 768],
] as const)('sets the words that are typed exactly as they are drawn, at %i × %i', async (width, height) => {
  await page.viewport(width, height);
  await renderBlocks(BLOCKS);
  for (const { name } of BLOCKS) {
    const slot = () => document.querySelector(`[data-block="${name}"]`);
    await expect
      .poll(() => slot()?.querySelector('[data-drawn]')?.shadowRoot?.querySelector('[data-field]'))
      .toBeTruthy();
    slot()?.querySelector('button')?.click();
    await expect.poll(() => slot()?.querySelector('[contenteditable="true"]')).toBeTruthy();
    const field = slot()?.querySelector('[data-drawn]')?.shadowRoot?.querySelector('[data-field]');
    const surface = slot()?.querySelector('[contenteditable="true"]');
    if (!field || !surface) throw new Error('not there');
    await expect.poll(() => getComputedStyle(field).visibility).toBe('hidden');
    const drawn = wordsOf(field);
    const typed = wordsOf(surface);
    expect(
      typed.map(({ text }) => text),
      name,
    ).toEqual(drawn.map(({ text }) => text));
    for (const [index, word] of drawn.entries())
      for (const side of ['left', 'top', 'right'] as const)
        expect(
          Math.abs((typed[index]?.[side] ?? 0) - word[side]),
          `${name}: ${side} of ${word.text}`,
        ).toBeLessThan(0.6);
  }
});

it('sets introductions and signatures, which the next paragraph is not', async () => {
  await renderBlocks([{ name: 't', type: 'text', value: { html: '<p>Good news</p>' } }]);
  const html = () => document.querySelector('[contenteditable="true"]')?.innerHTML;
  const tool = (name: string) =>
    page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name });
  await page.getByRole('button', { name: 'Text: Good news' }).dblClick();
  await tool('Lead').click();
  await expect.element(tool('Lead')).toHaveAttribute('aria-pressed', 'true');
  await expect.element(tool('Normal')).toHaveAttribute('aria-pressed', 'false');
  await userEvent.keyboard('{Control>}{End}{/Control}{Enter}Ngozi');
  await expect.poll(html).toBe('<p class="lead">Good news</p><p>Ngozi</p>');
  await tool('Bulleted list').click();
  await tool('Signature').click();
  await expect.poll(html).toBe('<p class="lead">Good news</p><p class="signature">Ngozi</p>');
  await tool('Normal').click();
  await expect.poll(html).toBe('<p class="lead">Good news</p><p>Ngozi</p>');
});

it('takes a heading out of its list, in which there is none', async () => {
  const list = '<ul><li><p>Coats</p><p>Boots</p></li></ul>';
  await renderBlocks([{ name: 't', type: 'text', value: { html: list } }]);
  const drawn = () =>
    document.querySelector('[data-drawn]')?.shadowRoot?.querySelector('ul + h2')?.textContent;
  await page.getByRole('button', { name: 'Text: Coats Boots' }).dblClick();
  await expect.element(text).toHaveFocus();
  await userEvent.keyboard('{Control>}{End}{/Control}');
  await page
    .getByRole('toolbar', { name: 'Formatting' })
    .getByRole('button', { name: 'Large heading' })
    .click();
  await userEvent.keyboard(' on');
  await expect.poll(() => text.element().querySelector('ul + h1')?.textContent).toBe('Boots on');
  await expect.poll(drawn).toBe('Boots on');
});

it('puts the caret where one clicks, and saves on leaving, as one step of undo', async () => {
  await openShort();
  await page.getByRole('button', { name: 'Heading: Robins' }).click({ position: { x: 6, y: 16 } });
  await expect.element(heading).toHaveFocus();
  await userEvent.keyboard('Two ');
  await expect.element(heading).toHaveTextContent('Two Robins');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('button', { name: 'Heading: Two Robins' })).toHaveFocus();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(page.getByRole('button', { name: 'Heading: Robins' })).toBeVisible();
});

it('goes on with a text at the end of a heading, and takes an empty one away', async () => {
  await openShort();
  await page.getByRole('button', { name: 'Heading: Robins' }).dblClick();
  await expect.element(heading).toHaveFocus();
  await userEvent.keyboard('{End}{Enter}');
  await expect.element(text).toHaveFocus();
  await userEvent.keyboard('New');
  await expect.poll(blockNames).toContain('Text: New');
  await userEvent.keyboard('{Backspace}{Backspace}{Backspace}');
  await expect.poll(() => text.element().textContent).toBe('');
  await userEvent.keyboard('{Backspace}');
  await expect.element(heading).toHaveFocus();
  await expect.poll(blockNames).toEqual(['Heading: Robins', 'Text: Dear families, Good news.']);
});

it('knows where the caret stands when a key comes before the browser says so', async () => {
  await openShort();
  await page.getByRole('button', { name: 'Heading: Robins' }).dblClick();
  await expect.element(heading).toHaveFocus();
  // The engine puts the caret back where it was if a key comes within 20 ms of the focus.
  const read = () => Reflect.get(heading.element(), 'editor').state;
  const caret = () => read().selection.from;
  await expect
    .poll(async () => {
      await userEvent.keyboard('{Home}');
      return caret();
    })
    .toBe(1);
  await userEvent.keyboard('X');
  await expect.poll(() => read().doc.textContent).toBe('XRobins');
  // On a busy machine, Enter comes before the selection event of End.
  document.getSelection()?.selectAllChildren(heading.element());
  document.getSelection()?.collapseToEnd();
  const enter = { key: 'Enter', code: 'Enter', keyCode: 13, bubbles: true, cancelable: true };
  heading.element().dispatchEvent(new KeyboardEvent('keydown', enter));
  await expect.element(text).toHaveFocus();
});

it('goes to the block that is clicked below one that has been emptied', async () => {
  await renderBlocks([
    { name: 'a', type: 'text', value: { html: '<p>First words</p>' } },
    { name: 'b', type: 'text', value: { html: '<p>Other words</p>' } },
  ]);
  await page.getByRole('button', { name: 'Text 1: First words' }).click();
  await expect.element(text).toHaveFocus();
  await userEvent.keyboard('{Control>}a{/Control}{Backspace}');
  await expect.poll(() => text.element().textContent).toBe('');
  // The situation between pressing and releasing: the focus has left, and the problem is shown over the next block.
  const next = page.getByRole('button', { name: 'Text 2: Other words' });
  next.element().focus();
  await expect.element(page.getByText('Required')).toBeVisible();
  const { left, top, width, height } = next.element().getBoundingClientRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  expect(hit).toBe(next.element());
  await next.click();
  await expect.element(text).toHaveFocus();
  await expect.element(text).toHaveTextContent('Other words');
});

it('walks from block to block with the arrows', async () => {
  await openShort();
  await page.getByRole('button', { name: /^Text:/ }).dblClick();
  await expect.element(text).toHaveFocus();
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(text).toHaveFocus();
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(heading).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(text).toHaveFocus();
});

it('types the title of an event where it stands, beside its form', async () => {
  await renderBlocks([
    {
      name: 'e',
      type: 'event',
      value: {
        rows: [
          { id: 'a', title: 'Fair', description: 'In the hall', date: '2031-10-13' },
          { id: 'b', title: 'Sale', description: 'In the yard', date: '2031-10-14' },
        ],
      },
    },
  ]);
  const slot = () => document.querySelector('[data-block="e"]');
  const drawn = () =>
    slot()?.querySelector('[data-drawn]')?.shadowRoot?.querySelector('[data-field="rows.1.title"]');
  await expect.poll(drawn).toBeTruthy();
  const cover = slot()?.querySelector('[aria-pressed]')?.getBoundingClientRect();
  const title = drawn()?.getBoundingClientRect();
  if (!cover || !title) throw new Error('not there');
  await page
    .getByRole('button', { name: /^Event: / })
    .click({ position: { x: title.right - 1 - cover.left, y: title.top + 5 - cover.top } });
  const titles = page.getByRole('textbox', { name: 'Event title', exact: true });
  await expect.element(titles.nth(1)).toHaveFocus();
  await userEvent.keyboard('{End} of work');
  await expect.element(page.getByRole('button', { name: /^Event: .*Sale of work/ })).toBeVisible();
});

it('types a caption where it stands', async () => {
  await renderBlocks([
    {
      name: 'i',
      type: 'image',
      value: { url: '/files/a/pond.jpg', alt: 'A pond', caption: 'Frogs' },
    },
  ]);
  await page.getByRole('button', { name: /^Image: / }).click();
  const caption = page.getByRole('main').getByRole('textbox', { name: 'Caption' });
  await caption.click();
  await userEvent.keyboard('{End} and newts{Escape}');
  await expect.element(page.getByRole('button', { name: /^Image: .*Frogs and newts/ })).toHaveFocus();
});

it('types where one clicks while another block is picked up by its keys', async () => {
  await openShort();
  await page.getByRole('button', { name: /^Text:/ }).click();
  await userEvent.keyboard('{Escape} ');
  await expect.element(page.getByText(/^Text picked up/)).toBeInTheDocument();
  await page.getByRole('button', { name: 'Heading: Robins' }).dblClick();
  await expect.element(heading).toHaveFocus();
  await userEvent.keyboard('{End} and Wrens');
  await expect.element(page.getByRole('button', { name: 'Heading: Robins and Wrens' })).toBeVisible();
});

it('stays in a field while the caret has moved without the editor being told yet', async () => {
  await openShort();
  await page.getByRole('button', { name: 'Heading: Robins' }).dblClick();
  await expect.element(heading).toHaveFocus();
  // A busy machine sends the event after the next key.
  const holdBack = (event: Event) => event.stopImmediatePropagation();
  window.addEventListener('selectionchange', holdBack, { capture: true });
  await userEvent.keyboard('{Home}{ArrowRight}');
  window.removeEventListener('selectionchange', holdBack, { capture: true });
  await userEvent.keyboard('x');
  await expect.element(page.getByRole('button', { name: 'Heading: Rxobins' })).toBeVisible();
});

it('makes a link by keyboard, and goes on writing behind it', async () => {
  await renderBlocks([{ name: 't', type: 'text', value: { html: '<p>See our site</p>' } }]);
  await page.getByRole('main').getByRole('button', { name: /^Text/ }).click();
  const words = page.getByRole('textbox', { name: 'Text', exact: true });
  await expect.element(words).toHaveFocus();
  await userEvent.keyboard('{Control>}a{/Control}{Control>}k{/Control}');
  await expect.element(page.getByRole('textbox', { name: 'Address' })).toHaveFocus();
  await userEvent.keyboard('oakfield.example{Enter}');
  await expect.element(words).toHaveFocus();
  const link = words.getByRole('link', { name: 'See our site' });
  await expect.element(link).toHaveAttribute('href', 'https://oakfield.example/');
});

it('marks words as another language by keyboard, says so, and takes it back', async () => {
  await renderBlocks([{ name: 't', type: 'text', value: { html: '<p>Welcome! Witamy w szkole.</p>' } }]);
  await page.getByRole('button', { name: /^Text: Welcome/ }).click();
  const field = page.getByRole('textbox', { name: 'Text' });
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('{Control>}{End}{/Control}');
  await userEvent.keyboard('{Shift>}{ArrowLeft>16/}{/Shift}');
  const control = page.getByRole('button', { name: 'Language', exact: true });
  const marked = page.getByRole('button', { name: 'Language: Polish' });
  control.element().focus();
  await userEvent.keyboard('{Enter}');
  const select = page.getByRole('combobox', { name: 'Language of these words' });
  await expect.element(select).toHaveFocus();
  await expect.element(select).toHaveAccessibleDescription(/Screen readers/);
  await select.selectOptions('Polish');
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveFocus();
  await expect.element(marked).toHaveAttribute('aria-pressed', 'true');
  await expect.element(page.getByRole('status').getByText('Marked as Polish')).toBeInTheDocument();
  const drawn = () =>
    document.querySelector('[data-block="t"] [data-drawn]')?.shadowRoot?.querySelector('span[lang]');
  await expect.poll(() => drawn()?.outerHTML).toBe('<span lang="pl" dir="ltr">Witamy w szkole.</span>');
  // Without a selection, the passage at the caret is meant.
  await userEvent.keyboard('{ArrowRight}');
  await marked.click();
  await expect.element(select).toHaveValue('pl');
  await page.getByRole('button', { name: 'Remove mark' }).click();
  await expect.element(control).toHaveAttribute('aria-pressed', 'false');
  await expect.poll(() => drawn()).toBeNull();
  await expect.element(field).toHaveTextContent('Welcome! Witamy w szkole.');
  // Without a passage either, the paragraph is meant.
  await control.click();
  await expect.element(select).toHaveAccessibleDescription(/whole paragraph/);
  await select.selectOptions('Welsh');
  await page.getByRole('button', { name: 'Mark words' }).click();
  await expect.poll(() => drawn()?.textContent).toBe('Welcome! Witamy w szkole.');
});
