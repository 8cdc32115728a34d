import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { UPLOADS } from '#contract/files.ts';
import type { Block } from '#newsletter/document/document.ts';
import { headingNamed } from '#web/features/editor/test-documents.ts';
import { renderBlocks, resetBeforeEach } from '#web/features/editor/test-editor.tsx';

resetBeforeEach();

/** Stores every file under its own name, once it may. */
class Stored {
  static may: Promise<void> = Promise.resolve();
  status = 201;
  responseText = '';
  readonly upload = {};
  onload: (() => void) | null = null;
  open() {}
  setRequestHeader() {}
  abort() {}
  getResponseHeader() {
    return null;
  }
  send(form: FormData) {
    const file = form.get('file');
    if (!(file instanceof File)) throw new Error('No file was sent');
    const { name, type, size } = file;
    const url = `${window.location.origin}/files/a/${name}`;
    const data = {
      id: crypto.randomUUID(),
      type: 'attachment',
      attributes: { url, name, content_type: type, size },
    };
    this.responseText = JSON.stringify({ attachment: { data } });
    void Stored.may.then(() => this.onload?.());
  }
}

function addFiles(label: string, files: readonly File[]): void {
  const field = page.getByLabelText(label, { exact: true }).element();
  if (!(field instanceof HTMLInputElement)) throw new Error(`Not a field for files: ${label}`);
  const list = new DataTransfer();
  for (const file of files) list.items.add(file);
  field.files = list.files;
  field.dispatchEvent(new Event('change', { bubbles: true }));
}
const photo = (name: string) => new File([name], name, { type: 'image/jpeg' });
const images = () => page.getByRole('list', { name: 'Images' }).getByRole('listitem');

async function addBlock(label: string): Promise<void> {
  await renderBlocks([]);
  await page.getByRole('button', { name: label, exact: true }).click();
}

/** As people press a mouse: what the press does is there before the button is let go. */
const PRESS = { delay: 100 } as const;

it('lets the first click through, which leaves a field empty: a file is asked for', async () => {
  await addBlock('Download');
  await expect.element(page.getByRole('textbox', { name: 'Button text' })).toHaveFocus();
  const asked = vi.fn((event: Event) => event.preventDefault());
  page.getByLabelText('File', { exact: true }).element().addEventListener('click', asked);
  await page.getByRole('button', { name: 'Select file' }).click(PRESS);
  expect(asked).toHaveBeenCalled();
  await expect.element(page.getByText('Required')).toBeVisible();
});

it('lets the first click through: another class is added', async () => {
  await addBlock('Attendance');
  const add = page.getByRole('button', { name: 'Add a class' });
  await add.click(PRESS);
  await expect.element(page.getByRole('textbox', { name: 'Class 1' })).toHaveFocus();
  await add.click(PRESS);
  await expect.element(page.getByRole('textbox', { name: 'Class 2' })).toHaveFocus();
});

it('lets the first click through: an option is chosen', async () => {
  await addBlock('Boxed text');
  await expect.element(page.getByRole('textbox', { name: 'Text', exact: true })).toHaveFocus();
  await page.getByRole('radio', { name: 'Anywhere in a word' }).click(PRESS);
  await expect.element(page.getByRole('radio', { name: 'Anywhere in a word' })).toBeChecked();
});

const EVENTS: Block = {
  name: 'dates',
  type: 'event',
  value: { rows: [{ id: 'r1', title: 'Fair', description: 'In the hall', date: '2031-10-13' }] },
};

it('says of each event what it still needs, and keeps none that is blank', async () => {
  await renderBlocks([EVENTS]);
  await page.getByRole('button', { name: /^Event: / }).dblClick();
  const events = page.getByRole('list', { name: 'Events' }).getByRole('listitem');
  const add = page.getByRole('button', { name: 'Add event' });
  await add.click();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: /^Event: / }).dblClick();
  await expect.element(events).toHaveTextContent('Fair13 Oct 2031');
  await expect.element(page.getByText('Changed, not saved yet')).not.toBeInTheDocument();

  await add.click();
  for (const label of ['Title', 'Description', 'Date'])
    await expect.element(page.getByLabelText(label)).toHaveAttribute('aria-required', 'true');
  await page.getByRole('textbox', { name: 'Title' }).fill('Half');
  await page.getByLabelText('Date').fill('2031-10-14');
  await expect.element(page.getByText(/^Tuesday,? 14 October 2031$/)).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: /^Event: / }).dblClick();
  await expect.element(events.nth(1)).toHaveTextContent('HalfTo finish: description14 Oct 2031');
  await expect.element(page.getByRole('button', { name: 'Save changes' })).toBeDisabled();

  await page.getByRole('button', { name: /^Half/ }).click();
  await page.getByRole('textbox', { name: 'Description' }).fill('Bring:\n- a coat');
  await page.getByRole('button', { name: 'Save event' }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('button', { name: /^Event: / }).dblClick();
  await page.getByRole('button', { name: /^Half/ }).click();
  await expect.element(page.getByRole('textbox', { name: 'Description' })).toHaveValue('Bring:\n- a coat');
});

it('takes the other pictures of a group where one cannot be used, and says which that was', async () => {
  vi.stubGlobal('XMLHttpRequest', Stored);
  await addBlock('Image group');
  const letter = new File(['x'], 'letter.pdf', { type: 'application/pdf' });
  addFiles('Images', [letter, photo('a.jpg'), letter, photo('b.jpg')]);
  await expect.element(images().nth(1)).toBeVisible();
  await expect.element(page.getByText(`letter.pdf: ${UPLOADS.image.wanted}`)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Save changes' })).toBeEnabled();
});

it('takes all pictures of a group whose form is closed meanwhile', async () => {
  vi.stubGlobal('XMLHttpRequest', Stored);
  const slow = Promise.withResolvers<void>();
  Stored.may = slow.promise;
  await addBlock('Image group');
  addFiles('Images', [photo('a.jpg'), photo('b.jpg'), photo('c.jpg')]);
  await expect.element(page.getByText('a.jpg')).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect.element(page.getByText('a.jpg')).not.toBeVisible();
  slow.resolve();
  await page
    .getByRole('button', { name: /^Image group/ })
    .last()
    .dblClick();
  await expect.element(images().nth(2)).toBeVisible();
});

it('takes a picture to be downloaded', async () => {
  vi.stubGlobal('XMLHttpRequest', Stored);
  await addBlock('Download');
  addFiles('File', [photo('poster.jpg')]);
  await expect.element(page.getByRole('link', { name: 'Open the file JPG' })).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Button text' })).toHaveValue('poster');
});

it('brings into sight and names what Undo changes, and says that a footer stands at the foot', async () => {
  await renderBlocks(Array.from({ length: 40 }, (_, index) => headingNamed(`h${index}`)));
  await page.getByRole('button', { name: 'Heading: h0', exact: true }).dblClick();
  await page.getByRole('textbox', { name: 'Heading' }).fill('Changed');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('button', { name: 'Footer', exact: true }).click();
  await expect.element(page.getByText('Footer added, at the foot')).toBeInTheDocument();
  await page.getByRole('button', { name: 'Delete component' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete component' }).click();
  await page.getByRole('button', { name: 'Heading: h39', exact: true }).dblClick();
  const changed = page.getByRole('button', { name: 'Heading: Changed' });
  await expect.element(changed).not.toBeInViewport();
  const heading = page.getByRole('button', { name: 'Heading: h0', exact: true });
  while (heading.query() === null) await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.element(page.getByText('Undone: Heading, left column, place 1')).toBeInTheDocument();
  await expect.element(heading).toBeInViewport();
});
