import { afterEach, beforeEach, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { keepFocus } from './keep-focus.ts';

let stop: () => void;
beforeEach(() => {
  document.body.innerHTML = `
    <main id="main">
      <h1>People</h1>
      <section aria-label="List">
        <h2>Everybody</h2>
        <ul><li><button>Delete Ada</button></li><li><button>Delete Ben</button></li></ul>
        <fieldset><legend>File</legend><div id="area"><button>Select file</button></div></fieldset>
        <button>Save</button>
      </section>
      <p>Words</p>
    </main>
    <div role="status"><p id="toast">Deleted <button>Undo</button></p></div>`;
  stop = keepFocus();
});
afterEach(() => {
  stop();
  document.body.innerHTML = '';
});

const button = (name: string) => {
  const found = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name);
  if (found === undefined) throw new Error(`There is no button ‘${name}’`);
  return found;
};
const expectFocus = (words: string) => expect.poll(() => document.activeElement?.textContent).toBe(words);

it('passes from a removed row to the next one, then to the one before', async () => {
  button('Delete Ada').focus();
  button('Delete Ada').closest('li')?.remove();
  await expectFocus('Delete Ben');
  document.querySelector('ul')?.prepend(document.createElement('li'));
  document
    .querySelector('li')
    ?.append(Object.assign(document.createElement('button'), { textContent: 'New' }));
  button('Delete Ben').closest('li')?.remove();
  await expectFocus('New');
});

it('goes to the heading of the screen, not to the navigation before it', async () => {
  document.getElementById('main')?.insertAdjacentHTML('afterbegin', '<nav><h2>My settings</h2></nav>');
  button('Save').focus();
  document.querySelector('section')?.remove();
  await expectFocus('People');
});

it('stays in the field whose button is replaced', async () => {
  button('Select file').focus();
  document
    .querySelector('#area')
    ?.replaceWith(Object.assign(document.createElement('button'), { textContent: 'Cancel' }));
  await expectFocus('Cancel');
});

it('goes to the heading of the part that has lost its control', async () => {
  button('Save').focus();
  button('Save').remove();
  await expectFocus('Everybody');
});

it('goes to the heading when a focused button is disabled', async () => {
  button('Save').focus();
  button('Save').disabled = true;
  await expectFocus('Everybody');
});

it('returns from a passing message to where it was', async () => {
  button('Save').focus();
  button('Undo').focus();
  document.querySelector('#toast')?.remove();
  await expectFocus('Save');
});

it('returns from a long form over the page to where it was', async () => {
  button('Save').focus();
  const fields = Array.from({ length: 40 }, (_, at) => `<button>Field ${at}</button>`).join('');
  document.body.insertAdjacentHTML('beforeend', `<div data-portal="true"><form>${fields}</form></div>`);
  for (const each of document.querySelectorAll('form button')) if (each instanceof HTMLElement) each.focus();
  document.querySelector('[data-portal]')?.remove();
  await expectFocus('Save');
});

it('leaves the focus to whoever moves it, and to a press beside everything', async () => {
  button('Delete Ada').focus();
  button('Delete Ada').closest('li')?.remove();
  button('Save').focus();
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  expect(document.activeElement).toBe(button('Save'));
  const words = document.querySelector('p');
  if (words !== null) await userEvent.click(words);
  button('Save').remove();
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  expect(document.activeElement).toBe(document.body);
});

it('stays in an open dialog whose form is replaced', async () => {
  document.body.insertAdjacentHTML(
    'beforeend',
    `<div data-portal="true"><section role="dialog" aria-modal="true">
      <button aria-label="Close"></button><h2>Log in</h2><form><button>Forgot?</button></form>
    </section></div>`,
  );
  button('Forgot?').focus();
  document.querySelector('form')?.remove();
  await expectFocus('Log in');
  button('').focus();
  document.querySelector('h2')?.remove();
  document
    .querySelector('section[role="dialog"]')
    ?.insertAdjacentHTML(
      'beforeend',
      '<div><button>Later</button><button data-autofocus>Email</button></div>',
    );
  button('Later').focus();
  button('Later').remove();
  await expectFocus('Email');
});
