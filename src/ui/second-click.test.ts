import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import './second-click.ts';

const opened = vi.fn();
let place = 100;

beforeEach(() => {
  // Each test somewhere else: a click of the one before is not the first of this one's.
  place += 100;
  document.body.innerHTML =
    '<a href="#card">Card</a><div role="menu"><button>Duplicate</button></div><div role="dialog"><button>Delete</button></div>';
  document.querySelector('a')?.addEventListener('click', opened);
  for (const button of document.querySelectorAll('button')) button.addEventListener('click', opened);
});
afterEach(() => {
  document.body.innerHTML = '';
  opened.mockReset();
});

function click(selector: string, [x, y]: readonly [number, number] = [place, place]) {
  const event = new MouseEvent('click', { bubbles: true, cancelable: true, clientX: x, clientY: y });
  document.querySelector(selector)?.dispatchEvent(event);
  return event;
}

it.each(['menu', 'dialog'])('ends at what lies beneath a %s that has closed', (role) => {
  click(`[role="${role}"] button`);
  const second = click('a');
  expect(opened).toHaveBeenCalledTimes(1);
  expect(second.defaultPrevented).toBe(true);
});

it('reaches the same place twice where nothing came or went', () => {
  click('a');
  click('a');
  expect(opened).toHaveBeenCalledTimes(2);
});

it('is a click of its own elsewhere, and without a place', () => {
  click('[role="menu"] button');
  click('a', [place + 40, place]);
  click('[role="dialog"] button', [0, 0]);
  click('a', [0, 0]);
  expect(opened).toHaveBeenCalledTimes(4);
});
