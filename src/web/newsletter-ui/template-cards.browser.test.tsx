import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { TEMPLATES } from '#newsletter/templates/index.ts';
import { ChoiceCards } from '#ui/forms/choice-cards.tsx';
import '#web/app/tokens.css';
import '#web/styles/global.css';
import { testSchool } from '#web/features/editor/test-editor.tsx';
import { useTemplateCards } from './template-cards.tsx';

function Cards() {
  const cards = useTemplateCards(testSchool);
  return <ChoiceCards name="start" legend="Start" cards={cards} value={null} onChange={() => undefined} />;
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
