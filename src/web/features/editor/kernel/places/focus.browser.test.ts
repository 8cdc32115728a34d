import { afterEach, expect, test } from 'vitest';
import { focusFirstField } from './focus.ts';

const LOADING = '<span data-loading-field></span>';
const FIELD = '<input aria-label="Width">';

afterEach(() => {
  document.body.innerHTML = '';
});

/** A form whose fields are still loading. Returns its fields and a button below them. */
function loadingForm() {
  document.body.innerHTML = `<aside data-region="form"><div data-fields>${LOADING}</div><button>Delete component</button></aside>`;
  const fields = document.querySelector('[data-fields]');
  const button = document.querySelector('button');
  if (fields === null || button === null) throw new Error('The form is missing');
  return { fields, button };
}

/** Resolves after the observers of a change have run. */
async function change(fields: Element): Promise<void> {
  fields.innerHTML = FIELD;
  await Promise.resolve();
}

test('the first field gets the focus when it has loaded', async () => {
  const { fields } = loadingForm();
  focusFirstField();
  await change(fields);
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Width');
});

test('a focus that came into the form meanwhile stays', async () => {
  const { fields, button } = loadingForm();
  focusFirstField();
  button.focus();
  await change(fields);
  expect(document.activeElement).toBe(button);
});
