import { expect, it } from 'vitest';
import { forwardedRequest, requestedScreenIn, requestStateFor } from './requested-screen.ts';

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

it('is the screen of who was on it, through every form, and of nobody else', () => {
  const location = { pathname: '/app/newsletters', search: '?search=zz', hash: '' };
  const state = forwardedRequest(requestStateFor(location, 'ada@oakfield.example'));
  expect(requestedScreenIn(state, 'ada@oakfield.example')).toBe('/app/newsletters?search=zz');
  expect(requestedScreenIn(state, 'ben@elm.example')).toBeNull();
  const anybodys = forwardedRequest(requestStateFor(location));
  expect(requestedScreenIn(anybodys, 'ben@elm.example')).toBe('/app/newsletters?search=zz');
});

it.each([null, undefined, 'text', {}])('ignores the state %s', (state) => {
  expect(requestedScreenIn(state)).toBeNull();
});
