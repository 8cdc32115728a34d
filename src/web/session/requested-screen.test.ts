import { expect, it } from 'vitest';
import { requestedScreenIn } from './requested-screen.ts';

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
])('reads %s as %s', (wanted, screen) => {
  expect(requestedScreenIn({ wanted })).toBe(screen);
});

it.each([null, undefined, 'text', {}])('ignores the state %s', (state) => {
  expect(requestedScreenIn(state)).toBeNull();
});
