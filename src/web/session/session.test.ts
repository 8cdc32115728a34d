import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { personOf } from '#test/support/web/app.tsx';
import { toast, toastStore } from '#ui/feedback/toast.ts';
import {
  beginSession,
  currentSession,
  endSession,
  onSessionChange,
  type Session,
  shareSession,
  updateSessionUser,
} from './session.ts';

const session: Session = { accessToken: 'token-1', user: personOf(), value: 1 };

/** Fires the event that the browser sends when another tab has changed the storage. */
function otherTab(change: () => void, key: string): void {
  change();
  window.dispatchEvent(new StorageEvent('storage', { key }));
}

beforeEach(() => endSession());

describe('the session', () => {
  it('is stored beyond the tab if it is remembered', () => {
    beginSession(session, true);
    expect(JSON.parse(localStorage.getItem('session') ?? '')).toEqual(session);
    expect(sessionStorage.getItem('session')).toBeNull();
  });

  it('is stored only for the tab if it is not', () => {
    beginSession(session, false);
    expect(JSON.parse(sessionStorage.getItem('session') ?? '')).toEqual(session);
    expect(localStorage.getItem('session')).toBeNull();
  });

  it.each([true, false])('leaves the signed-out marker when it ends (remembered: %s)', (remember) => {
    beginSession(session, remember);
    endSession();
    expect(currentSession()).toBeNull();
    expect(JSON.parse(localStorage.getItem('session') ?? '')).toEqual({ value: 0 });
    expect(sessionStorage.getItem('session')).toBeNull();
  });

  it('follows the server’s changes to the person', () => {
    beginSession(session, true);
    updateSessionUser(personOf({ first_name: 'Ada' }));
    expect(currentSession()?.user.attributes.first_name).toBe('Ada');
    expect(localStorage.getItem('session')).toContain('Ada');
  });
});

describe('in a browser that stores nothing', () => {
  const messages = () => toastStore.current().map(({ message }) => message);
  beforeEach(() => toast.clear());
  afterEach(() => {
    vi.restoreAllMocks();
  });
  /** Makes these areas full; jsdom has one class for both, so `setItem` is mocked there. */
  function fill(...full: readonly Storage[]): void {
    const { setItem } = Storage.prototype;
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, ...kept) {
      if (full.includes(this)) throw new DOMException('full', 'QuotaExceededError');
      setItem.apply(this, kept);
    });
  }

  it('signs in until the page is closed or reloaded, and says so once', () => {
    fill(localStorage, sessionStorage);
    beginSession(session, true);
    updateSessionUser(personOf({ first_name: 'Ada' }));
    expect(currentSession()?.user.attributes.first_name).toBe('Ada');
    expect(messages()).toEqual([
      'This browser keeps no sign-in: closing or reloading this page signs you out',
    ]);
  });

  it('survives a reload where only what is remembered has no room', () => {
    fill(localStorage);
    beginSession(session, true);
    expect(JSON.parse(sessionStorage.getItem('session') ?? '')).toEqual(session);
    expect(messages()).toEqual(['This browser cannot remember you: closing this page signs you out']);
  });

  it('does the same where reading it throws', () => {
    const blocked = () => {
      throw new DOMException('blocked', 'SecurityError');
    };
    for (const area of ['localStorage', 'sessionStorage'] as const)
      vi.spyOn(window, area, 'get').mockImplementation(blocked);
    beginSession(session, false);
    expect(currentSession()).toEqual(session);
    expect(messages()).toEqual([
      'This browser keeps no sign-in: closing or reloading this page signs you out',
    ]);
  });

  it('says nothing of a session that is stored as it was wanted', () => {
    beginSession(session, true);
    beginSession(session, false);
    expect(messages()).toEqual([]);
  });
});

/** Another tab: answers with a session, and collects what this one answers. */
function tabWith(own: object | null) {
  const channel = new BroadcastChannel('session');
  const { promise, resolve } = Promise.withResolvers<unknown>();
  channel.onmessage = ({ data }) => {
    if (data !== 'which') resolve(data);
    else if (own !== null) channel.postMessage(own);
  };
  onTestFinished(() => channel.close());
  return { ask: () => channel.postMessage('which'), answer: promise };
}

describe('a session that is not remembered', () => {
  it('is taken over by a tab that opens later', async () => {
    tabWith(session);
    await shareSession();
    expect(currentSession()).toEqual(session);
    expect(JSON.parse(sessionStorage.getItem('session') ?? '')).toEqual(session);
    expect(localStorage.getItem('session')).toBeNull();
  });

  it('is given to such a tab', async () => {
    beginSession(session, false);
    await shareSession();
    const other = tabWith(null);
    other.ask();
    expect(await other.answer).toEqual(session);
  });

  it.each([
    ['different people are signed in', [session, { ...session, user: { ...personOf(), id: 'another' } }]],
    ['the answer is none', [{ value: 0 }]],
    ['nobody answers', []],
  ])('is not taken over if %s', async (_, answers) => {
    for (const each of answers) tabWith(each);
    await shareSession();
    expect(currentSession()).toBeNull();
  });
});

describe('other tabs', () => {
  it('sign this one out, whichever storage area its session is in', () => {
    beginSession(session, false);
    const listener = vi.fn();
    const stop = onSessionChange(listener);
    otherTab(() => localStorage.setItem('session-ended', '1'), 'session-ended');
    stop();
    expect(currentSession()).toBeNull();
    expect(sessionStorage.getItem('session')).toBeNull();
    expect(localStorage.getItem('session')).toBe('{"value":0}');
    expect(listener).toHaveBeenCalled();
  });

  it('sign this one in', () => {
    otherTab(() => localStorage.setItem('session', JSON.stringify(session)), 'session');
    expect(currentSession()).toEqual(session);
  });

  it.each([
    ['no JSON', '{'],
    ['no token', JSON.stringify({ ...session, accessToken: undefined })],
    ['half a person', JSON.stringify({ ...session, user: { id: '1', type: 'user', attributes: {} } })],
    ['an unknown type', JSON.stringify({ ...session, user: { ...session.user, type: 'root' } })],
  ])('cannot store an invalid session: %s', (_, text) => {
    otherTab(() => localStorage.setItem('session', text), 'session');
    expect(currentSession()).toBeNull();
  });
});
