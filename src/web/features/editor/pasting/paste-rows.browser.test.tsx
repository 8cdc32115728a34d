import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { withoutNumber } from '#test/support/editor/documents.ts';
import { renderBlocks, resetBeforeEach } from '#test/support/editor/editor.tsx';

resetBeforeEach();

const form = (label: string) => page.getByRole('complementary', { name: `Edit ${label}` });
const undo = page.getByRole('region', { name: 'Newsletter' }).getByRole('button', { name: 'Undo' });
const toast = (words: string) => page.getByText(words).first();
const blockNames = () =>
  Array.from(document.querySelectorAll('[data-block] > [aria-pressed]'), (button) =>
    withoutNumber(button.getAttribute('aria-label')),
  );

/** Pastes where the focus is; false if nothing handled the paste, so that the browser would. */
function paste(text: string, html = ''): boolean {
  const clipboardData = new DataTransfer();
  if (html !== '') clipboardData.setData('text/html', html);
  clipboardData.setData('text/plain', text);
  const target = document.activeElement ?? document.body;
  return target.dispatchEvent(
    new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }),
  );
}

async function add(label: string, field: string): Promise<void> {
  await renderBlocks([], { layout: 'one_column' });
  await page.getByRole('button', { name: label, exact: true }).click();
  await expect.element(form(label).getByLabelText(field, { exact: true })).toHaveFocus();
}

const LINES = `Dates for your diary
Mon 1 March 2027: Book fair – In the hall.
Tue 2 March 2027, 18:00 Parents’ evening – In the library.`;

it('makes events of pasted lines, keeps the rest as text, and takes all back in one step', async () => {
  await add('Event', 'Title');
  expect(paste(LINES)).toBe(false);
  const list = form('Event').getByRole('list', { name: 'Events' });
  await expect.element(list.getByRole('button', { name: /^Book fair/ })).toBeVisible();
  await expect.element(list.getByRole('button', { name: /^Parents’ evening/ })).toBeVisible();
  expect(blockNames()).toHaveLength(2);
  // The block has a name once it is drawn.
  await expect.poll(() => blockNames()[1]).toBe('Text: Dates for your diary');
  await expect.element(toast('Pasted as 2 events. The rest is in the text below')).toBeVisible();
  await undo.click();
  await expect.poll(blockNames).toEqual([]);
});

it('names the lines of what repeats, of which no day was read', async () => {
  const lines = `${LINES}\nFirst Friday of each month: coffee`;
  const message = '1 line was not read: ‘First Friday of each month: coffee’';
  await add('Event', 'Title');
  paste(lines);
  await expect.element(toast(`Pasted as 2 events. ${message}. The rest is in the text below`)).toBeVisible();
  await undo.click();
  await page.getByRole('button', { name: 'Text', exact: true }).click();
  await expect.element(page.getByRole('main').getByRole('textbox', { name: 'Text' })).toHaveFocus();
  paste(lines);
  await page.getByRole('status').getByRole('button', { name: 'Make them events' }).click();
  await expect.element(toast(`Made 2 events. ${message}`)).toBeVisible();
});

it('offers to make events of dates that were pasted as words, in one step', async () => {
  await renderBlocks([{ name: 't', type: 'text', value: { html: '<p>Dear families</p>' } }], {
    layout: 'one_column',
  });
  await page.getByRole('button', { name: 'Text: Dear families' }).dblClick();
  await expect.element(page.getByRole('main').getByRole('textbox', { name: 'Text' })).toHaveFocus();
  await userEvent.keyboard('{End}{Enter}');
  paste(`${LINES}\nSee you there!`);
  // The text's form offers it as well, once it has noticed the lines.
  await page.getByRole('status').getByRole('button', { name: 'Make them events' }).click();
  await expect
    .poll(blockNames)
    .toEqual([
      'Text: Dear families Dates for your diary',
      expect.stringMatching(/^Event: .*Book fair.*Parents’ evening/),
      'Text: See you there!',
    ]);
  await expect.element(toast('Made 2 events')).toBeVisible();
  await undo.click();
  await expect.poll(blockNames).toEqual([expect.stringMatching(/^Text: Dear families .* Book fair/)]);
});

it('leaves nothing to finish of dates that say no more than their title', async () => {
  await add('Event', 'Title');
  paste('Fri 5 March 2027 Christmas dinner\nMon 8 March 2027 Own clothes. £1 for Save the Children');
  await expect
    .element(toast('Pasted as 2 events. Where nothing more was written: ‘Please note this date.’'))
    .toBeVisible();
  const events = form('Event').getByRole('list', { name: 'Events' }).getByRole('listitem');
  await expect.element(events.nth(1)).toBeVisible();
  await expect.element(page.getByText(/To finish/)).not.toBeInTheDocument();
  await expect.poll(blockNames).toEqual([expect.stringMatching(/Christmas dinner Please note this date\./)]);
  await page.getByRole('button', { name: /^Own clothes/ }).click();
  await expect.element(form('Event').getByLabelText('Description')).toHaveValue('£1 for Save the Children');
});

/** A page as Word copies it: dates among other content, two of them in one paragraph. */
const PAGE = `<h1>Next week</h1><p>Dear families, the fair is on 3 March.</p><p>Please read all of this.</p><h2>Dates</h2><p>Some dates:</p>
<p>Mon 1 March 2027 – Book fair<br>Tue 2 March 2027, 6pm – Parents’ evening</p><ul><li>3 March 2027: Trip</li><li>a coat</li></ul><p>Yours</p><h2>Clubs</h2><p>All are full.</p>`;

it('offers to make events of dates on a whole page that is pasted, and in the form as long as they are words', async () => {
  await renderBlocks([], { layout: 'one_column' });
  await page.getByRole('button', { name: 'Text', exact: true }).click();
  await expect.element(page.getByRole('main').getByRole('textbox', { name: 'Text' })).toHaveFocus();
  paste('words', PAGE);
  const dates = /^Text.*: Some dates: Mon 1 March/;
  await expect.poll(() => blockNames()[3]).toMatch(dates);
  await expect.element(toast('Pasted as 3 headings, 3 texts. 3 lines look like dates')).toBeVisible();
  await page.getByRole('button', { name: dates }).dblClick();
  await form('Text 2').getByRole('button', { name: 'Make them events' }).click();
  await expect
    .poll(() => blockNames().slice(3, 6))
    .toEqual([
      'Text: Some dates:',
      expect.stringMatching(/^Event.*: .*Book fair.*Parents’ evening/),
      'Text: a coat Yours',
    ]);
  // The message is no longer true.
  await expect.element(page.getByText(/3 lines look like dates/)).not.toBeInTheDocument();
  await undo.click();
  await expect.poll(() => blockNames()[3]).toMatch(dates);
  // A sentence that mentions a day is not a date.
  await page.getByRole('button', { name: /^Text.*: Dear families/ }).dblClick();
  await expect.element(form('Text 1')).toBeVisible();
  expect(form('Text 1').getByRole('button', { name: 'Make them events' }).elements()).toHaveLength(0);
});

it('offers to make events of dates that were typed as words, once the text is left', async () => {
  await renderBlocks([{ name: 't', type: 'text', value: { html: '<p>Dear families</p>' } }], {
    layout: 'one_column',
  });
  const offer = page.getByRole('button', { name: 'Make them events' });
  const type = async (keys: string) => {
    await page.getByRole('button', { name: /^Text: Dear families/ }).dblClick();
    await expect.element(page.getByRole('main').getByRole('textbox', { name: 'Text' })).toHaveFocus();
    await userEvent.keyboard(`{Control>}{End}{/Control}${keys}{Escape}`);
  };
  await type('{Enter}Fri 5 March 2027 Winter fair 6pm{Enter}1 April 2027 Book day');
  await expect.element(offer).toBeVisible();
  expect(blockNames()).toHaveLength(1);
  await offer.click();
  await expect
    .poll(blockNames)
    .toEqual(['Text: Dear families', expect.stringMatching(/^Event.*: .*Winter fair.*Book day/)]);
  await undo.click();
  await expect.poll(blockNames).toEqual([expect.stringMatching(/^Text: Dear families Fri 5 March/)]);
  // The same lines are offered once, until there are more.
  await type(' 2');
  await expect.element(page.getByRole('button', { name: /Book day 2$/ })).toBeVisible();
  expect(offer.elements()).toHaveLength(0);
  await type('{Enter}2 April 2027 Sale');
  await expect.element(offer).toBeVisible();
});

it('makes events of a table, also where the list of events has the focus', async () => {
  await add('Event', 'Title');
  paste('1 March 2027: Book fair – In the hall.');
  await form('Event').getByRole('button', { name: 'Add event' }).click();
  await form('Event').getByRole('button', { name: 'Back to event list' }).click();
  const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
  const table = `<table>${row('When', 'What', 'Where', '')}${row('Tue 2 March 2027', 'Concert', 'School hall', 'Bring a friend')}</table>`;
  expect(paste('words', table)).toBe(false);
  await expect.element(form('Event').getByRole('button', { name: /^Concert/ })).toBeVisible();
  await expect.element(form('Event').getByRole('button', { name: /^Book fair/ })).toBeVisible();
  await expect.element(toast('Pasted as 1 event')).toBeVisible();
  expect(blockNames()).toHaveLength(1);
});

it('says that a weekday is not that of its date, and takes words without a date as words', async () => {
  await add('Event', 'Title');
  expect(paste('Book fair')).toBe(true);
  paste('Fri 1 March 2027: Book fair – In the hall.');
  await expect.element(page.getByText(/Check the date of Book fair: it is a Monday/).first()).toBeVisible();
});

it('says for how many events a block has no room, and keeps their lines', async () => {
  await add('Event', 'Title');
  const days = Array.from(
    { length: 102 },
    (_, at) => `${(at % 28) + 1} March 2027: Event ${at + 1} – In the hall.`,
  );
  paste(days.join('\n'));
  await expect
    .element(
      toast('Pasted as 100 events. Limit is 100 events: no room for 2 more. The rest is in the text below'),
    )
    .toBeVisible();
  await expect.poll(() => blockNames()[1]).toMatch(/^Text: .*Event 101.*Event 102/);
  await page.getByRole('button', { name: /^Event: / }).dblClick();
  await expect.element(form('Event').getByRole('button', { name: 'Add event' })).toBeDisabled();
  form('Event')
    .getByRole('button', { name: /^Event 1 / })
    .element()
    .focus();
  expect(paste(`29 March 2027: One more – In the hall.`)).toBe(false);
  await expect
    .element(toast('Limit is 100 events: no room for 1 more. The rest is in the text below'))
    .toBeVisible();
});

it('makes classes of pasted lines', async () => {
  await add('Attendance', 'Class 1');
  expect(paste('Year 3')).toBe(true);
  expect(paste('Class\tAttendance\nYear 3\t95.4%\nHerons\t96')).toBe(false);
  await expect.element(form('Attendance').getByLabelText('Class 1', { exact: true })).toHaveValue('Year 3');
  await expect.element(form('Attendance').getByLabelText('Class 2', { exact: true })).toHaveValue('Herons');
  await expect.element(form('Attendance').getByLabelText('Percent').nth(1)).toHaveValue('96');
  await expect.element(toast('Pasted as 2 classes')).toBeVisible();
  expect(blockNames()).toHaveLength(1);
  await undo.click();
  await expect.poll(blockNames).toEqual([]);
});

it('goes from class to class with Enter, and saves without the empty last one', async () => {
  await add('Attendance', 'Class 1');
  await userEvent.keyboard('Herons{Enter}96{Enter}Robins{Enter}97{Enter}');
  await expect.element(form('Attendance').getByLabelText('Class 3', { exact: true })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(form('Attendance')).not.toBeInTheDocument();
  await expect.poll(blockNames).toEqual(['Attendance: Herons 96% Robins 97%']);
});
