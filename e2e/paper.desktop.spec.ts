import { publishNewsletter, uploadPicture } from './api-setup.ts';
import { expect, test } from './journey.ts';
import { sheetsOf } from './printed-pages.ts';
import { PHOTO, signInWithSchool } from './shared-steps.ts';

/** A newsletter of three pages for the fridge: on paper, in every layout and design. */

const LAYOUTS = ['one_column', 'two_columns_center', 'two_columns_left', 'two_columns_right'] as const;
const DESIGNS = ['letter', 'bulletin', 'poster', 'playground', 'broadsheet'] as const;
const MARGIN = '12mm';
/** Points in a millimetre. */
const MM = 72 / 25.4;
const EVENTS = Array.from({ length: 9 }, (_, index) => `Event-${index}`);

const paragraph = (times: number) =>
  `<p>${'The children were busy in the woods and the hall this week. '.repeat(times)}</p>`;

function blocksOf(photo: string, isSingle: boolean): readonly unknown[] {
  let made = 0;
  const block = (type: string, value: unknown, beside = {}) => {
    made += 1;
    return { name: `block-${made}`, type, value, ...beside };
  };
  const gap = () => block('empty_space', null);
  const picture = { url: photo, alt: 'A path into a wood' };
  const film = { url: 'https://www.youtube.com/watch?v=a', title: 'Film-title', poster: photo };
  const words = { html: paragraph(12) };
  const box = { html: paragraph(3), background: '#fff3cc', color: '#3a2c00', word_break: 'break-word' };
  const rows = EVENTS.map((title, index) => ({
    id: title,
    title,
    description: `Coats-${index} and lunch, please`,
    date: `2026-12-0${index + 1}`,
  }));
  const left = [
    block('heading', { text: 'First-left' }),
    block('text', words),
    block('image', picture),
    block('boxed_text', box),
    block('video', film),
    block('image_group', { images: [picture, picture, picture], caption: 'Group-caption' }),
    block('text', words),
  ];
  const right = [
    block('heading', { text: 'First-right' }),
    block('event', { rows }),
    block('download', { name: 'Menu', url: 'https://example.org/menu.pdf' }),
    block('text', words),
    block('button', { btnText: 'Button-words', url: 'https://example.org/press' }),
    block('text', words),
  ];
  const foot = block('footer', { text: 'See you on Monday.' });
  if (isSingle) return [block('heading', { text: 'Wide-first' }), ...left, ...right, foot];
  const wide = block('heading', { text: 'Wide-first' }, { wide: true });
  const beside = left.flatMap((block, index) => [block, right[index] ?? gap()]);
  return [wide, gap(), ...beside, foot];
}

for (const format of ['A4', 'Letter'] as const)
  test(`A family puts a newsletter of any design on ${format} paper`, async ({ page }) => {
    test.slow();
    await signInWithSchool(page);
    const photo = await uploadPicture(page, PHOTO);
    for (const [index, design] of DESIGNS.entries())
      for (const layout of format === 'A4' ? LAYOUTS : LAYOUTS.slice(index % 2, (index % 2) + 2)) {
        const isSingle = layout === 'one_column';
        const code = blocksOf(photo, isSingle);
        const path = await publishNewsletter(page, 'On paper', code, { design, layout_type: layout });
        const reader = await page.context().newPage();
        await reader.goto(path, { waitUntil: 'networkidle' });
        const margin = { top: MARGIN, bottom: MARGIN, left: MARGIN, right: MARGIN };
        const sheets = await sheetsOf(await reader.pdf({ format, margin, printBackground: true }));
        await reader.close();
        const hint = `${design}, ${layout}, ${format}`;
        expect(sheets.length, `sheets of ${hint}`).toBeGreaterThanOrEqual(3);
        expect(sheets.length, `sheets of ${hint}`).toBeLessThanOrEqual(6);
        for (const [at, sheet] of sheets.entries()) {
          expect(sheet.words.length, `words on sheet ${at + 1} of ${hint}`).toBeGreaterThan(0);
          for (const { top, bottom } of sheet.pictures) {
            // The invisible part of a picture that a design crops in its masthead is drawn, too.
            if (at > 0)
              expect(top, `a picture's top on sheet ${at + 1} of ${hint}`).toBeGreaterThan(12 * MM - 1);
            expect(bottom, `a picture's bottom on sheet ${at + 1} of ${hint}`).toBeLessThan(
              sheet.height - 12 * MM + 1,
            );
          }
        }
        const find = (words: string) =>
          sheets.flatMap((sheet, at) =>
            sheet.words.filter(({ text }) => text.includes(words)).map((box) => ({ ...box, sheet: at })),
          );
        const [lead] = find('Wide-first');
        const [left] = find('First-left');
        const [right] = find('First-right');
        expect([lead?.sheet, left?.sheet], `first stories of ${hint}`).toEqual([0, 0]);
        if (!isSingle) {
          expect(right?.sheet, `columns of ${hint}`).toBe(0);
          expect(Math.abs((left?.top ?? 0) - (right?.top ?? 0)), `columns of ${hint}`).toBeLessThan(2);
          expect((right?.left ?? 0) - (left?.left ?? 0), `columns of ${hint}`).toBeGreaterThan(100);
        }
        for (const [event, title] of EVENTS.entries())
          expect(find(title)[0]?.sheet, `${title} of ${hint}`).toBe(find(`Coats-${event}`)[0]?.sheet);
        for (const caption of ['Group-caption', 'Film-title']) {
          const [box] = find(caption);
          // Narrower pictures are icons.
          const photos =
            sheets[box?.sheet ?? 0]?.pictures.filter(({ left, right }) => right - left > 60) ?? [];
          const gaps = photos.map(({ bottom }) => (box?.top ?? 0) - bottom);
          expect(Math.min(...gaps.map(Math.abs)), `${caption} below its picture, ${hint}`).toBeLessThan(30);
        }
        const [button] = find('Button-words');
        const [address] = find('https://example.org/press');
        expect(address?.sheet, `address of the button of ${hint}`).toBe(button?.sheet);
        expect(address?.top, `address of the button of ${hint}`).toBeGreaterThan(button?.bottom ?? 0);
        expect(find('See you on Monday.'), `foot of ${hint}`).toHaveLength(1);
        expect(find('Read it online'), `address of ${hint}`).toHaveLength(1);
      }
  });
