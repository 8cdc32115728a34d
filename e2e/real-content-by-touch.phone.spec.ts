import { test } from './journey.ts';
import { publishRealContent } from './real-content.ts';

test('A newsletter of real content is made by touch alone', async ({ page }) => {
  test.slow();
  await publishRealContent(page, {
    press: (target) => target.tap(),
    async write(field, words) {
      await field.tap();
      await page.keyboard.insertText(words);
    },
    writeDate: (field, day, month, year) => field.fill(`${year}-${month}-${day}`),
    choose: (radio) => radio.tap(),
    toTiles: () => page.getByRole('button', { name: 'Add a block' }).tap(),
  });
});
