import { test } from './journey.ts';
import { keyboardOn, tabTo } from './keyboard-input.ts';
import { publishRealContent } from './real-content.ts';

test('A newsletter of real content is made by keyboard alone', async ({ page }) => {
  test.slow();
  await publishRealContent(page, {
    ...keyboardOn(page),
    async choose(radio) {
      // Tab leads to the first one while none is chosen.
      await tabTo(page, page.getByRole('radio').first());
      await page.keyboard.press('Space');
      while (!(await radio.isChecked())) await page.keyboard.press('ArrowDown');
    },
    toTiles: () => page.keyboard.press('ControlOrMeta+1'),
  });
});
