import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { TEMPLATES } from '#newsletter/templates/index.ts';
import { ChoiceCards } from '#ui/forms/choice-cards.tsx';
import '#web/app/tokens.css';
import '#web/styles/global.css';
import { testSchool } from '#test/support/editor/editor.tsx';
import { layoutCards } from './layout-cards.tsx';
import { useTemplateCards } from './template-cards.tsx';

function Cards({ isInOneRow = false }: { isInOneRow?: boolean }) {
  const cards = useTemplateCards(testSchool);
  const latest = layoutCards(['latest_template'], testSchool.language);
  return (
    <ChoiceCards
      name="start"
      legend="Start"
      isInOneRow={isInOneRow}
      cards={isInOneRow ? [...latest, ...cards] : cards}
      value={null}
      onChange={() => undefined}
    />
  );
}

const positions = () =>
  [...document.querySelectorAll('label')].map((card) => card.getBoundingClientRect().top);

it.each([375, 1280])('moves no card when its picture arrives, at %i px', async (width) => {
  await page.viewport(width, 800);
  await render(<Cards />);
  const before = positions();
  await expect.poll(() => document.querySelectorAll('iframe').length).toBe(TEMPLATES.length);
  expect(positions()).toEqual(before);
});

it.each([
  [1366, 1],
  [1024, 2],
] as const)('leaves no card alone in the last row, at %i px', async (width, rows) => {
  await page.viewport(width, 768);
  await render(<Cards isInOneRow />);
  expect(positions()).toHaveLength(6);
  expect(new Set(positions()).size).toBe(rows);
});
