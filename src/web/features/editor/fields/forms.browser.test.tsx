import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { UPLOADS } from '#contract/files.ts';
import type { Block } from '#newsletter/document/document.ts';
import { URL_MESSAGE } from '#newsletter/values/url.ts';
import { headingNamed } from '#test/support/editor/documents.ts';
import { renderBlocks, resetBeforeEach } from '#test/support/editor/editor.tsx';
import { chooseFiles, FakeUpload } from '#test/support/editor/uploads.ts';

resetBeforeEach();

const photo = (name: string) => new File([name], name, { type: 'image/jpeg' });
const images = () => page.getByRole('list', { name: 'Photos', exact: true }).getByRole('listitem');

async function addBlock(label: string): Promise<void> {
  await renderBlocks([]);
  await page.getByRole('button', { name: label, exact: true }).click();
}

/** Clicks as people do: the effects of the press come before the release. */
const PRESS = { delay: 100 } as const;

it('acts on the first click outside a field with an error: opens the file dialog', async () => {
  await addBlock('Download');
  await expect.element(page.getByRole('textbox', { name: 'Button text' })).toHaveFocus();
  const clicked = vi.fn((event: Event) => event.preventDefault());
  page.getByLabelText('File', { exact: true }).element().addEventListener('click', clicked);
  await page.getByRole('button', { name: 'Select file' }).click(PRESS);
  expect(clicked).toHaveBeenCalled();
  await expect.element(page.getByText('Required')).toBeVisible();
});

it('acts on the first click outside a field with an error: adds a class', async () => {
  await addBlock('Attendance');
  const add = page.getByRole('button', { name: 'Add a class' });
  const first = page.getByRole('textbox', { name: 'Class 1' });
  await expect.element(first).toHaveFocus();
  await first.fill('Oak');
  await userEvent.keyboard('{Enter}');
  await add.click(PRESS);
  await expect.element(page.getByRole('textbox', { name: 'Class 2' })).toHaveFocus();
});

it('acts on the first click outside a field with an error: selects an option', async () => {
  await addBlock('Boxed text');
  await expect.element(page.getByRole('textbox', { name: 'Boxed text' })).toHaveFocus();
  await page.getByRole('radio', { name: 'Break wherever the line ends' }).click(PRESS);
  await expect.element(page.getByRole('radio', { name: 'Break wherever the line ends' })).toBeChecked();
});

it('saves on the first press what leaving the field completes, however short the press is', async () => {
  const save = page.getByRole('button', { name: 'Save changes' });
  await addBlock('Social media');
  await page.getByRole('textbox', { name: 'Instagram' }).fill('@oakfield');
  await expect.element(save).toHaveAccessibleDescription('');
  await save.click({ force: true });
  await expect.element(page.getByRole('button', { name: 'Social media: Instagram' })).toBeVisible();
  await expect.element(save).not.toBeInTheDocument();

  await page.getByRole('button', { name: 'Attendance', exact: true }).click();
  await page.getByRole('textbox', { name: 'Class 1' }).fill('Oak');
  await page.getByRole('textbox', { name: 'Percent' }).fill('98');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('textbox', { name: 'Class 2' })).toHaveFocus();
  await expect.element(save).toHaveAccessibleDescription('');
  await save.click({ force: true });
  await expect.element(page.getByRole('button', { name: /^Attendance: .*Oak/ })).toBeVisible();
  await expect.element(save).not.toBeInTheDocument();
});

it('completes an address before what is pressed acts, and not what is discarded', async () => {
  await renderBlocks([
    { name: 'links', type: 'social_media', value: { facebook: 'https://www.facebook.com/oakfield' } },
  ]);
  const block = page.getByRole('button', { name: /^Social media: / });
  await block.dblClick();
  await page.getByRole('textbox', { name: 'Instagram' }).fill('@oakfield');
  await page.getByRole('button', { name: 'Discard changes' }).click(PRESS);
  await expect.element(page.getByRole('textbox', { name: 'Instagram' })).toHaveValue('');
  await expect.element(page.getByRole('button', { name: 'Discard changes' })).not.toBeInTheDocument();
});

it('takes away a new block that is closed with nothing in it, and Undo brings it back', async () => {
  await addBlock('Event');
  const block = page.getByRole('button', { name: /^Event/ }).last();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect.element(page.getByRole('complementary', { name: 'Edit Event' })).not.toBeInTheDocument();
  await expect.element(page.getByText('Event deleted')).toBeVisible();
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await block.dblClick();
  await expect.element(page.getByRole('complementary', { name: 'Edit Event' })).toBeVisible();
});

it('completes addresses when their field is left, and refuses other schemes', async () => {
  await addBlock('Social media');
  const facebook = page.getByRole('textbox', { name: 'Facebook' });
  await facebook.fill('facebook.com/oakfield');
  const twitter = page.getByRole('textbox', { name: 'Twitter' });
  await twitter.fill('javascript:alert(1)');
  await expect.element(facebook).toHaveValue('https://facebook.com/oakfield');
  await page.getByRole('textbox', { name: 'YouTube' }).click();
  await expect.element(page.getByText(URL_MESSAGE)).toBeVisible();
  await expect.element(twitter).toHaveValue('javascript:alert(1)');
  // The same check as the server's, which would refuse the whole newsletter.
  await twitter.fill('');
  await facebook.fill('https://face book.com/oakfield');
  await page.getByRole('textbox', { name: 'YouTube' }).click();
  await expect.element(page.getByText(URL_MESSAGE)).toBeVisible();
});

it('says what keeps Save changes from being pressed', async () => {
  await addBlock('Video');
  const save = page.getByRole('button', { name: 'Save changes' });
  await expect.element(save).toHaveAccessibleDescription('To finish: A video or its address, Title');
  await page.getByRole('textbox', { name: 'Or the video’s address' }).fill('films.example/1');
  await expect.element(save).toHaveAccessibleDescription('To finish: Title');
  const title = page.getByRole('textbox', { name: 'Title', exact: true });
  await title.fill('The play '.repeat(100));
  await expect.element(save).toHaveAccessibleDescription('Too long: Title');
  await title.fill('The play');
  await expect.element(save).toBeEnabled();
  await expect.element(page.getByText(/^To finish/)).not.toBeInTheDocument();
});

it.each([
  ['Image group', 'An image'],
  ['Social media', 'A link or an account'],
  ['Attendance', 'A class'],
])('says what is missing in a new %s, not its name again', async (label, needed) => {
  await addBlock(label);
  await expect.element(page.getByText(`To finish: ${needed}`, { exact: true })).toBeVisible();
});

it('says what is still needed in a pause, never with words that are being typed', async () => {
  await addBlock('Event');
  const announced: string[] = [];
  const observer = new MutationObserver((records) => {
    for (const { target } of records) {
      const region = target.parentElement?.closest('[role="status"], [aria-live]');
      if (region) announced.push(region.textContent);
    }
  });
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  await page.getByRole('textbox', { name: 'Title' }).click();
  await userEvent.keyboard('Harvest supper');
  await expect.poll(() => announced.at(-1)).toContain('To finish: Description, Date');
  observer.disconnect();
  expect(announced.filter((words) => words.includes('Ha'))).toEqual([]);
  expect(announced.filter((words) => words.includes('To finish'))).toHaveLength(1);
});

const EVENTS: Block = {
  name: 'dates',
  type: 'event',
  value: { rows: [{ id: 'r1', title: 'Fair', description: 'In the hall', date: '2031-10-13' }] },
};

it('goes on to the next event that is not finished', async () => {
  const row = (id: string, title: string) => ({ id, title, description: 'Soon', date: '2031-10-13' });
  await renderBlocks([{ ...EVENTS, value: { rows: [row('r1', 'Book fair'), row('r2', 'Cake sale')] } }]);
  const description = page.getByRole('textbox', { name: 'Description' });
  const events = page.getByRole('list', { name: 'Events' });
  await page.getByRole('button', { name: /^Event: / }).dblClick();
  await events.getByRole('button', { name: /^Cake sale/ }).click();
  await description.fill('');
  await page.getByRole('button', { name: 'Close' }).click();
  page
    .getByRole('button', { name: /^Event not finished: / })
    .element()
    .focus();
  await userEvent.keyboard('{Enter}');
  await page.getByRole('button', { name: 'Back to event list' }).click();
  await events.getByRole('button', { name: /^Book fair/ }).click();
  await description.fill('In the hall.');
  await page.getByRole('button', { name: 'Save event' }).click();
  await expect.element(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue('Cake sale');
  await expect.element(description).toHaveFocus();
  await userEvent.keyboard('In the yard.');
  await page.getByRole('button', { name: 'Save event' }).click();
  await expect.element(page.getByRole('button', { name: 'Add event' })).toBeVisible();
});

it('shows what each event still needs, and drops blank ones', async () => {
  await renderBlocks([EVENTS]);
  await page.getByRole('button', { name: /^Event: / }).dblClick();
  const events = page.getByRole('list', { name: 'Events' }).getByRole('listitem');
  const add = page.getByRole('button', { name: 'Add event' });
  await add.click();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: /^Event: / }).dblClick();
  await expect.element(events).toHaveTextContent('FairMon 13 Oct 2031');
  await expect.element(page.getByText('Changed, not saved yet')).not.toBeInTheDocument();

  await add.click();
  for (const label of ['Title', 'Description', 'Date'])
    await expect.element(page.getByLabelText(label)).toHaveAttribute('aria-required', 'true');
  await page.getByRole('textbox', { name: 'Title' }).fill('Half');
  await page.getByLabelText('Date').fill('2031-10-14');
  await expect.element(page.getByText(/^Tuesday,? 14 October 2031$/)).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect.element(page.getByRole('button', { name: 'Event not finished', exact: true })).toBeVisible();
  page
    .getByRole('button', { name: /^Event not finished: / })
    .element()
    .focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('textbox', { name: 'Description' })).toHaveFocus();
  await page.getByRole('button', { name: 'Back to event list' }).click();
  await expect.element(events.nth(1)).toHaveTextContent('HalfTo finish: descriptionTue 14 Oct 2031');
  const save = page.getByRole('button', { name: 'Save changes' });
  await expect.element(save).toBeDisabled();
  await expect.element(save).toHaveAccessibleDescription('To finish: Half');

  await page.getByRole('button', { name: /^Half/ }).click();
  await page.getByRole('textbox', { name: 'Description' }).fill('Bring:\n- a coat');
  await page.getByRole('button', { name: 'Save event' }).click();
  // Keys pressed after it open nothing.
  await expect.element(events.nth(1)).toHaveFocus();
  await userEvent.keyboard(' ');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('button', { name: /^Event: / }).dblClick();
  await page.getByRole('button', { name: /^Half/ }).click();
  await expect.element(page.getByRole('textbox', { name: 'Description' })).toHaveValue('Bring:\n- a coat');
});

it('drops a class that Enter has added and nobody fills in', async () => {
  await renderBlocks([EVENTS]);
  await page.getByRole('button', { name: 'Attendance', exact: true }).click();
  await page.getByRole('textbox', { name: 'Class 1' }).fill('Oak');
  await page.getByRole('textbox', { name: 'Percent' }).fill('98');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('textbox', { name: 'Class 2' })).toHaveFocus();
  await page.getByRole('button', { name: /^Event: / }).click(PRESS);
  await page.getByRole('button', { name: /^Attendance: / }).dblClick();
  await expect.element(page.getByRole('textbox', { name: 'Class 1' })).toHaveValue('Oak');
  await expect.element(page.getByRole('textbox', { name: 'Class 2' })).not.toBeInTheDocument();
});

it('asks for an event in the order of its line, and says what is wrong with its times', async () => {
  await renderBlocks([EVENTS]);
  await page.getByRole('button', { name: /^Event: / }).dblClick();
  await page.getByRole('button', { name: /^Fair/ }).click();
  const labels = [...document.querySelectorAll('form label, aside label')].map((label) => label.textContent);
  expect(labels.map((label) => label.replace(/ ?(\*|\(optional\))$/, ''))).toEqual(
    expect.arrayContaining([
      'Title',
      'Date',
      'Last day',
      'Starts',
      'Ends',
      'Place',
      'Description',
      'Cancelled',
    ]),
  );
  const save = page.getByRole('button', { name: 'Save event' });
  const date = page.getByLabelText(/^Date/);
  await date.fill('');
  await page.getByLabelText('Ends (optional)').fill('09:00');
  await page.getByLabelText('Starts (optional)').fill('10:00');
  await page.getByLabelText('Place (optional)').click();
  // Also while the date is missing.
  await expect.element(page.getByText(/^Should be after the start/)).toBeVisible();
  await date.fill('2031-10-13');
  await expect.element(page.getByText(/^Should be after the start/)).toBeVisible();
  await expect.element(save).toBeDisabled();
  await page.getByLabelText('Ends (optional)').fill('11:30');
  await page.getByLabelText('Place (optional)').fill('School hall');
  await page.getByLabelText('Last day (optional)').fill('2031-10-12');
  await page.getByLabelText('Place (optional)').click();
  await expect.element(page.getByText('Should be after the date')).toBeVisible();
  await expect.element(page.getByText('To finish: last day')).toBeVisible();
  await expect.element(save).toHaveAccessibleDescription('To finish: last day');
  await page.getByLabelText('Last day (optional)').fill('');
  await save.click();
  await expect
    .element(page.getByRole('button', { name: /^Event: / }))
    .toHaveAccessibleName(/Mon 13 Oct 2031 Fair 10:00 to 11:30 · School hall/);
});

it('makes a table of what is pasted from a spreadsheet', async () => {
  await renderBlocks([EVENTS]);
  const clipboardData = new DataTransfer();
  clipboardData.setData(
    'text/html',
    '<table><tr><td>Club</td><td>Day</td></tr><tr><td>Chess</td><td>Mon</td></tr></table>',
  );
  document.body.dispatchEvent(
    new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
  );
  await expect.element(page.getByLabelText('Heading 1')).toHaveValue('Club');
  await expect.element(page.getByLabelText('Row 1, Day')).toHaveValue('Mon');
  await page.getByRole('button', { name: 'Add a row' }).click();
  const second = new DataTransfer();
  second.setData('text/plain', 'Choir\tTue\nDrama\tWed');
  page
    .getByLabelText('Row 2, Club')
    .element()
    .dispatchEvent(new ClipboardEvent('paste', { clipboardData: second, bubbles: true, cancelable: true }));
  await expect.element(page.getByLabelText('Row 3, Day')).toHaveValue('Wed');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect.element(page.getByRole('button', { name: /^Table: .*Drama/ })).toBeVisible();
});

it('keeps events by date until one is moved', async () => {
  const at = (id: string, title: string, date: string) => ({ id, title, description: 'x', date });
  const rows = [at('b', 'Second', '2031-10-14'), at('a', 'First', '2031-10-13')];
  await renderBlocks([{ name: 'dates', type: 'event', value: { rows, order: 'date' } }]);
  await page.getByRole('button', { name: /^Event: / }).dblClick();
  const events = page.getByRole('list', { name: 'Events' }).getByRole('listitem');
  await expect.element(events.first()).toHaveTextContent('FirstMon 13 Oct 2031');
  await page.getByRole('button', { name: 'Move Second up' }).click();
  await expect.element(events.first()).toHaveTextContent('SecondTue 14 Oct 2031');
  const sort = page.getByRole('button', { name: 'Sort by date' });
  await sort.click();
  await expect.element(sort).not.toBeInTheDocument();
  await expect.element(events.first()).toHaveTextContent('FirstMon 13 Oct 2031');
});

it('adds the other pictures of a group if a file is refused, and names that file', async () => {
  vi.stubGlobal('XMLHttpRequest', FakeUpload);
  await addBlock('Image group');
  await expect.element(page.getByLabelText('Images', { exact: true })).toBeInTheDocument();
  const letter = new File(['x'], 'letter.pdf', { type: 'application/pdf' });
  chooseFiles('Images', [letter, photo('a.jpg'), letter, photo('b.jpg')]);
  await expect.element(images().nth(1)).toBeVisible();
  await expect.element(page.getByText(`letter.pdf: ${UPLOADS.image.wanted}`)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Save changes' })).toBeEnabled();
});

it('adds all pictures of a group whose form is closed during the upload', async () => {
  vi.stubGlobal('XMLHttpRequest', FakeUpload);
  const slow = Promise.withResolvers<void>();
  FakeUpload.answered = slow.promise;
  await addBlock('Image group');
  await expect.element(page.getByLabelText('Images', { exact: true })).toBeInTheDocument();
  chooseFiles('Images', [photo('a.jpg'), photo('b.jpg'), photo('c.jpg')]);
  const form = page.getByRole('complementary', { name: 'Edit Image group' });
  await expect.element(form.getByRole('progressbar', { name: 'Uploading a.jpg' })).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect.element(form).not.toBeInTheDocument();
  slow.resolve();
  await page
    .getByRole('button', { name: /^Image group/ })
    .last()
    .dblClick();
  await expect.element(images().nth(2)).toBeVisible();
});

it('suggests a pattern for portrait photos', async () => {
  vi.stubGlobal('XMLHttpRequest', FakeUpload);
  await addBlock('Image group');
  await expect.element(page.getByText('Max 4 files')).toBeVisible();
  chooseFiles('Images', [photo('a.jpg'), photo('b.jpg')]);
  await expect.element(page.getByRole('radio', { name: 'Two' })).toBeChecked();
  FakeUpload.size = { width: 900, height: 1600 };
  chooseFiles('Images', [photo('c.jpg')]);
  await expect.element(page.getByRole('radio', { name: 'Three across' })).toBeChecked();
  FakeUpload.size = { width: 800, height: 600 };
});

it('accepts a picture as a download', async () => {
  vi.stubGlobal('XMLHttpRequest', FakeUpload);
  await addBlock('Download');
  chooseFiles('File', [photo('poster.jpg')]);
  await expect.element(page.getByRole('link', { name: 'Open the file JPG' })).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Button text' })).toHaveValue('poster');
});

it('announces what Undo changes and scrolls to it, and announces a footer at the foot', async () => {
  await renderBlocks(Array.from({ length: 40 }, (_, index) => headingNamed(`h${index}`)));
  await page.getByRole('button', { name: /^Heading( \d+)?: h0$/ }).dblClick();
  await page.getByRole('textbox', { name: 'Heading 1' }).fill('Changed');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('button', { name: 'Footer', exact: true }).click();
  await expect.element(page.getByText('Footer added, at the foot')).toBeInTheDocument();
  await page.getByRole('button', { name: 'Delete component' }).click();
  await page.getByRole('button', { name: /^Heading( \d+)?: h39$/ }).dblClick();
  const changed = page.getByRole('button', { name: /^Heading( \d+)?: Changed/ });
  await expect.element(changed).not.toBeInViewport();
  const heading = page.getByRole('button', { name: /^Heading( \d+)?: h0$/ });
  while (heading.query() === null)
    await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
  await expect.element(page.getByText('Undone: Heading 1, left column, place 1')).toBeInTheDocument();
  await expect.element(heading).toBeInViewport();
});

it('scrolls to where a block was that Undo takes away, and says which', async () => {
  await renderBlocks(Array.from({ length: 40 }, (_, index) => headingNamed(`h${index}`)));
  await page.getByRole('button', { name: 'Divider', exact: true }).click();
  await expect.element(page.getByText(/^Divider added/)).toBeInTheDocument();
  const last = page.getByRole('button', { name: /^Heading( \d+)?: h38$/ });
  await page.getByRole('button', { name: /^Heading( \d+)?: h0$/ }).click();
  await expect.element(last).not.toBeInViewport();
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
  await expect.element(page.getByText(/^Undone: Divider.* is gone$/)).toBeInTheDocument();
  await expect.element(last).toBeInViewport();
});

it('keeps what is typed in an unfinished form when Undo takes back a step', async () => {
  await renderBlocks([EVENTS, headingNamed('h')], { layout: 'one_column' });
  const undo = page.getByRole('button', { name: 'Undo', exact: true }).first();
  const half = page.getByRole('list', { name: 'Events' }).getByRole('listitem').nth(1);
  await page.getByRole('button', { name: /^Event: / }).dblClick();
  await page.getByRole('button', { name: 'Add event' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Half');
  // There is no step, and the form has Discard changes.
  await expect.element(undo).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', { name: /^Heading: h/ }).click();
  await page
    .getByRole('toolbar', { name: /Heading/ })
    .getByRole('button', { name: 'Move up' })
    .click();
  await page.getByRole('button', { name: /^Event not finished: / }).dblClick();
  await page.getByRole('button', { name: 'Back to event list' }).click();
  await expect.element(undo).not.toHaveAttribute('aria-disabled');
  await undo.click();
  await expect.element(page.getByText(/^Undone/)).toBeInTheDocument();
  await expect.element(half).toHaveTextContent('HalfTo finish: date, description');
  await expect.element(undo).toHaveAttribute('aria-disabled', 'true');
});

it('asks for a still picture of a film elsewhere, and says why', async () => {
  await addBlock('Video');
  await page.getByLabelText('Or the video’s address').fill('https://www.youtube.com/watch?v=1');
  await expect.element(page.getByRole('group', { name: 'A still picture of the video' })).toBeVisible();
  await expect.element(page.getByText(/load nothing from other sites/)).toBeVisible();
});

it('gives a boxed text colours of its own instead of the design’s', async () => {
  await addBlock('Boxed text');
  const follows = page.getByRole('checkbox', { name: 'Colours of the design' });
  await expect.element(follows).toBeChecked();
  await follows.click();
  await expect.element(follows).not.toBeChecked();
});
