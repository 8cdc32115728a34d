import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import './double-click-guard.ts';

const opened = vi.fn();
let position = 100;

beforeEach(() => {
  // Each test clicks elsewhere, so that a click of the previous test does not count.
  position += 100;
  document.body.innerHTML =
    '<a href="#card">Card</a><div role="menu"><button>Duplicate</button></div><div role="dialog"><button>Delete</button></div>';
  document.querySelector('a')?.addEventListener('click', opened);
  for (const button of document.querySelectorAll('button')) button.addEventListener('click', opened);
});
afterEach(() => {
  document.body.innerHTML = '';
  opened.mockReset();
});

function click(selector: string, [x, y]: readonly [number, number] = [position, position]) {
  const event = new MouseEvent('click', { bubbles: true, cancelable: true, clientX: x, clientY: y });
  document.querySelector(selector)?.dispatchEvent(event);
  return event;
}

it.each(['menu', 'dialog'])('blocks the second click on what is beneath a closed %s', (role) => {
  click(`[role="${role}"] button`);
  const second = click('a');
  expect(opened).toHaveBeenCalledTimes(1);
  expect(second.defaultPrevented).toBe(true);
});

it('lets both clicks through if no layer opened or closed', () => {
  click('a');
  click('a');
  expect(opened).toHaveBeenCalledTimes(2);
});

it('lets clicks elsewhere and keyboard clicks through', () => {
  click('[role="menu"] button');
  click('a', [position + 40, position]);
  click('[role="dialog"] button', [0, 0]);
  click('a', [0, 0]);
  expect(opened).toHaveBeenCalledTimes(4);
});
