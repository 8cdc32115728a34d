import { describe, expect, it, vi } from 'vitest';
import { ERROR_MESSAGES } from '#contract/errors.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { peopleRoutes } from '#contract/people.ts';
import { schoolRoutes } from '#contract/school.ts';
import { answer, personOf, received, SCHOOL, signIn } from '#test/support/web/app.tsx';
import { toastStore } from '#ui/feedback/toast.ts';
import { hidePlanEnded, planEndedStore } from '#web/session/plan-ended.ts';
import { beginSession, currentSession } from '#web/session/session.ts';
import { ApiError } from './api-error.ts';
import { call, NO_CONNECTION } from './client.ts';
import { queryClient } from './query-client.ts';

const shown = () => toastStore.current().map(({ kind, message }) => ({ kind, message }));
const failing = (status: number, message: string) => ({ status, body: { error_message: message } });

describe('a call', () => {
  it('sends the token, the query and the wrapped body', async () => {
    const token = signIn();
    answer(newsletterRoutes.listNewsletters, {
      status: 200,
      body: { news_letter: { data: [] }, total_pages: 0, total: 0 },
    });
    answer(peopleRoutes.updateProfile, { status: 200, body: { user: { data: personOf() } } });
    await call(newsletterRoutes.listNewsletters, { query: { filter: 'created', page: 2 } });
    await call(peopleRoutes.updateProfile, { body: { first_name: 'Ada' } });
    expect(received[0]?.url).toBe('/api/v1/news_letters?filter=created&page=2');
    expect(received[0]?.headers.get('authorization')).toBe(`Bearer ${token}`);
    expect(received[1]?.body).toEqual({ user: { first_name: 'Ada' } });
  });

  it('names multipart fields as the contract does', async () => {
    answer(schoolRoutes.createSchool, { status: 201, body: { school: { data: SCHOOL } } });
    const logo = new File(['x'], 'logo.png');
    const body = { name: 'Oakfield', email: 'office@oakfield.example', phone: '01632' };
    const { school } = await call(schoolRoutes.createSchool, { body, files: { logo } });
    const form = received[0]?.body;
    expect(form instanceof FormData && [...form.keys()]).toEqual([
      'school[name]',
      'school[email]',
      'school[phone]',
      'school[logo]',
    ]);
    expect(school.data.attributes.name).toBe('Oakfield Primary School');
  });

  it('rejects an answer that does not match the schema', async () => {
    answer(peopleRoutes.myProfile, { status: 200, body: { person: {} } });
    await expect(call(peopleRoutes.myProfile)).rejects.toBeInstanceOf(ApiError);
    expect(shown()).toEqual([{ kind: 'error', message: 'This page is out of date. Please reload it' }]);
  });
});

it('takes the page of a network that asks to sign in for no connection', async () => {
  answer(peopleRoutes.myProfile, { status: 200, body: '<!doctype html><title>Guest Wi-Fi</title>' });
  await expect(call(peopleRoutes.myProfile)).rejects.toMatchObject({ status: 0 });
  expect(shown()).toEqual([{ kind: 'error', message: NO_CONNECTION }]);
});

describe('a failed call', () => {
  it.each([400, 403, 404, 413, 415, 429, 503, 507])(
    'shows the server’s message for status %i',
    async (status) => {
      answer(peopleRoutes.myProfile, failing(status, `Words for ${status}`));
      await expect(call(peopleRoutes.myProfile)).rejects.toMatchObject({ status });
      expect(shown()).toEqual([{ kind: 'error', message: `Words for ${status}` }]);
    },
  );

  it.each([
    [20, 'a minute'],
    [700, '12 minutes'],
    [20_000, '6 hours'],
  ])('shows a Retry-After of %d seconds as %s', async (seconds, wait) => {
    const headers = { 'retry-after': String(seconds) };
    answer(peopleRoutes.myProfile, { ...failing(429, ERROR_MESSAGES.tooMany), headers });
    await expect(call(peopleRoutes.myProfile)).rejects.toMatchObject({ status: 429 });
    expect(shown()).toEqual([{ kind: 'error', message: `${ERROR_MESSAGES.tooMany} (in ${wait})` }]);
  });

  it('reads a Retry-After date, and never a negative time', async () => {
    vi.useFakeTimers({ now: new Date('2026-10-21T07:27:00Z'), toFake: ['Date'] });
    const waits: unknown[] = [];
    for (const time of ['Wed, 21 Oct 2026 07:28:00 GMT', 'Wed, 21 Oct 2026 07:00:00 GMT', 'soon']) {
      answer(peopleRoutes.myProfile, { ...failing(503, 'Away'), headers: { 'retry-after': time } });
      await call(peopleRoutes.myProfile).catch((error) => waits.push(error.retryAfter));
    }
    vi.useRealTimers();
    expect(waits).toEqual([60, 0, undefined]);
  });

  it('is retried by queries after Retry-After, unless that is too long', async () => {
    vi.useFakeTimers();
    const wait = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);
    const ask = (seconds: string) => {
      answer(peopleRoutes.myProfile, { ...failing(503, 'Away'), headers: { 'retry-after': seconds } });
      const queryFn = () => call(peopleRoutes.myProfile);
      return queryClient.query({ queryKey: ['asked', seconds], queryFn }).catch(() => 'away');
    };
    const before = received.length;
    const soon = ask('5');
    await wait(4);
    expect(received.length - before).toBe(1);
    await wait(7);
    expect([received.length - before, await soon]).toEqual([3, 'away']);
    expect([await ask('600'), received.length - before]).toEqual(['away', 4]);
    vi.useRealTimers();
  });

  it('opens the dialog about the ended plan for status 402', async () => {
    answer(peopleRoutes.myProfile, failing(402, 'Words for 402'));
    await expect(call(peopleRoutes.myProfile)).rejects.toMatchObject({ status: 402 });
    expect([planEndedStore.current(), shown()]).toEqual([true, []]);
    hidePlanEnded();
  });

  it('shows a general message for status 500, whatever its text', async () => {
    answer(peopleRoutes.myProfile, failing(500, 'upstream connect failure at 10.0.0.7'));
    await expect(call(peopleRoutes.myProfile)).rejects.toMatchObject({ status: 500 });
    expect(shown()).toEqual([{ kind: 'error', message: 'Server error' }]);
  });

  it('falls back to `message` without error_message', async () => {
    answer(peopleRoutes.myProfile, { status: 400, body: { message: 'Older words' } });
    await expect(call(peopleRoutes.myProfile)).rejects.toThrow('Older words');
  });

  it('is not shown if the caller handles it', async () => {
    answer(peopleRoutes.myProfile, failing(404, 'Not here'));
    await expect(call(peopleRoutes.myProfile, { handles: (error) => error.status === 404 })).rejects.toThrow(
      'Not here',
    );
    expect(shown()).toEqual([]);
  });

  it('shows that there is no connection until there is an answer, whatever it says', async () => {
    answer(peopleRoutes.myProfile, () => {
      throw new TypeError('Failed to fetch');
    });
    await expect(call(peopleRoutes.myProfile)).rejects.toMatchObject({ status: 0 });
    expect(shown()).toEqual([{ kind: 'error', message: NO_CONNECTION }]);
    answer(peopleRoutes.myProfile, failing(404, 'Not here'));
    await expect(call(peopleRoutes.myProfile, { handles: () => true })).rejects.toThrow('Not here');
    expect(shown()).toEqual([]);
  });

  it('is not shown after an abort', async () => {
    answer(peopleRoutes.myProfile, () => {
      throw new DOMException('Left', 'AbortError');
    });
    await expect(call(peopleRoutes.myProfile)).rejects.toThrow('Left');
    expect(shown()).toEqual([]);
  });
});

describe('401', () => {
  it('signs out and clears the caches', async () => {
    signIn();
    queryClient.setQueryData(['school'], SCHOOL);
    answer(peopleRoutes.myProfile, failing(401, ERROR_MESSAGES.signIn));
    await expect(call(peopleRoutes.myProfile)).rejects.toMatchObject({ status: 401 });
    expect(currentSession()).toBeNull();
    expect(localStorage.getItem('session')).toBe('{"value":0}');
    expect(queryClient.getQueryData(['school'])).toBeUndefined();
  });

  it('does not end the current session if it answers an earlier one', async () => {
    signIn();
    const reply = Promise.withResolvers<{ status: number; body: unknown }>();
    answer(peopleRoutes.myProfile, () => reply.promise);
    const late = call(peopleRoutes.myProfile);
    beginSession({ accessToken: 'token-of-later', user: personOf(), value: 1 }, true);
    reply.resolve(failing(401, ERROR_MESSAGES.signIn));
    await expect(late).rejects.toMatchObject({ status: 401 });
    expect(currentSession()?.accessToken).toBe('token-of-later');
  });
});

describe('an upload', () => {
  it('reports its progress and can be cancelled', async () => {
    const requests: FakeUpload[] = [];
    class FakeUpload extends EventTarget {
      readonly upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null } = {
        onprogress: null,
      };
      onabort: (() => void) | null = null;
      onloadend: (() => void) | null = null;
      constructor() {
        super();
        requests.push(this);
      }
      open(): void {
        // No network in tests.
      }
      setRequestHeader(): void {
        // Not checked here.
      }
      send(): void {
        this.upload.onprogress?.({ loaded: 5, total: 20 });
      }
      abort(): void {
        this.onabort?.();
        this.onloadend?.();
      }
    }
    vi.stubGlobal('XMLHttpRequest', FakeUpload);
    const onProgress = vi.fn();
    const controller = new AbortController();
    const { uploadAttachment } = (await import('#contract/files.ts')).fileRoutes;
    const upload = call(uploadAttachment, {
      files: { file: new File(['x'], 'a.png') },
      onProgress,
      signal: controller.signal,
    });
    controller.abort();
    await expect(upload).rejects.toMatchObject({ name: 'AbortError' });
    expect(onProgress).toHaveBeenCalledWith({ sent: 5, total: 20 });
    expect(requests).toHaveLength(1);
    expect(shown()).toEqual([]);
  });
});
