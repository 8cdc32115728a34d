import { expect, it } from 'vitest';
import { requestedIn } from './requested-screen.ts';

it.each([
  ['/app/settings/manage-users?show=subscribers#list', '/app/settings/manage-users?show=subscribers#list'],
  ['/app', '/app'],
  ['https://evil.example/app', null],
  ['//evil.example/app', null],
  ['/\\evil.example', null],
  ['/app\\@evil.example', null],
  ['/app/../home', null],
  ['/application', null],
  ['javascript:alert(1)', null],
  [7, null],
])('takes %s for %s', (wanted, screen) => {
  expect(requestedIn({ wanted })).toBe(screen);
});

it.each([null, undefined, 'text', {}])('takes %s for none', (state) => {
  expect(requestedIn(state)).toBeNull();
});
