import type { Design } from '#newsletter/designs/design.ts';
import { letter } from '#newsletter/designs/letter.ts';
import { mjml } from '#newsletter/render/mjml.ts';

/** A design that is not part of the program. The test of new designs adds it to the list. */
export const plain: Design = {
  ...letter,
  label: 'Plain',
  purpose: 'A test',
  ground: () => '#abcdef',
  radius: { ...letter.radius, button: 23 },
  masthead: ({ title, school, date }) =>
    mjml`<mj-section padding="0"><mj-column width="100%"><mj-text css-class="plain-head"><h1>${title}</h1><p>${school.name}, ${date}</p></mj-text></mj-column></mj-section>`,
};
