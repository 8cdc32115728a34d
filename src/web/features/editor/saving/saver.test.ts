import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { NewsletterResource } from '#contract/newsletters.ts';
import { emptyDocument } from '#newsletter/document/document.ts';
import { ApiError } from '#web/api/api-error.ts';
import type { Saved } from '#web/features/editor/state/editor-state.ts';
import { createSaver, MOST_DELAY, PAUSE, RETRY_DELAYS, type Send, VersionConflict } from './saver.ts';

const opened: Saved = { title: 'One', document: emptyDocument('one_column'), fresh: [] };
const titled = (title: string): Saved => ({ ...opened, title });
const now = () => new Date(Date.now());
const theirs: NewsletterResource = {
  id: '0b9c2a0e-6a0e-4c55-9d0e-2f4c1d0c8a11',
  type: 'news_letter',
  attributes: {
    title: 'Theirs',
    body: '',
    layout_type: 'one_column',
    status: 'draft',
    slug: null,
    has_unpublished_changes: false,
    created_at: '2026-10-01T10:00:00.000Z',
    updated_at: '2026-10-01T10:00:00.000Z',
    code: [],
    footerContent: '',
    missing_files: [],
    version: 7,
    published_at: null,
  },
};

function saverWith(send: Send) {
  return createSaver({ saved: opened, version: 1, at: now() }, send);
}

/** A server that counts versions and keeps what it was sent. */
function workingServer() {
  const sent: string[] = [];
  const send: Send = async (saved, version) => {
    sent.push(`${saved.title}@${version}`);
    return { version: version + 1, at: now() };
  };
  return { sent, send };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('saving', () => {
  it('waits until typing pauses, and sends the newest state on the version that it knows', async () => {
    const { sent, send } = workingServer();
    const saver = saverWith(send);
    saver.note(titled('a'));
    await vi.advanceTimersByTimeAsync(PAUSE - 1);
    saver.note(titled('ab'));
    await vi.advanceTimersByTimeAsync(PAUSE - 1);
    expect(sent).toEqual([]);
    expect(saver.state.getState().step).toBe('waiting');
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toEqual(['ab@1']);
    expect(saver.state.getState().step).toBe('saved');
    expect(saver.version()).toBe(2);
  });

  it('does not wait for ever while somebody types on and on', async () => {
    const { sent, send } = workingServer();
    const saver = saverWith(send);
    for (let typed = 0; typed < MOST_DELAY + PAUSE; typed += 500) {
      saver.note(titled(`t${typed}`));
      await vi.advanceTimersByTimeAsync(500);
    }
    expect(sent.length).toBeGreaterThan(0);
  });

  it('sends nothing when undo has led back to what the server has', async () => {
    const { sent, send } = workingServer();
    const saver = saverWith(send);
    saver.note(titled('a'));
    saver.note(opened);
    await vi.advanceTimersByTimeAsync(MOST_DELAY * 2);
    expect(sent).toEqual([]);
    expect(saver.state.getState().step).toBe('saved');
  });

  it('saves what was changed during a save after it, never beside it', async () => {
    let finish: (reply: { version: number; at: Date }) => void = () => {};
    const sent: string[] = [];
    const saver = saverWith((saved, version) => {
      sent.push(`${saved.title}@${version}`);
      return new Promise((resolve) => {
        finish = resolve;
      });
    });
    saver.note(titled('a'));
    const flushed = saver.flush();
    saver.note(titled('b'));
    const again = saver.flush();
    expect(sent).toEqual(['a@1']);
    finish({ version: 2, at: now() });
    await vi.advanceTimersByTimeAsync(0);
    expect(sent).toEqual(['a@1', 'b@2']);
    finish({ version: 3, at: now() });
    expect(await again).toBe(true);
    expect(await flushed).toBe(true);
    expect(saver.acknowledged().title).toBe('b');
  });

  it('tries again by itself when the server was away, and says so meanwhile', async () => {
    let isAway = true;
    const { sent, send } = workingServer();
    const saver = saverWith((saved, version) =>
      isAway ? Promise.reject(new ApiError(0, { error_message: 'No connection' })) : send(saved, version),
    );
    saver.note(titled('a'));
    await vi.advanceTimersByTimeAsync(PAUSE);
    expect(saver.state.getState()).toMatchObject({
      step: 'failed',
      message: 'No connection',
      retries: true,
    });
    isAway = false;
    await vi.advanceTimersByTimeAsync(RETRY_DELAYS[0]);
    expect(sent).toEqual(['a@1']);
    expect(saver.state.getState().step).toBe('saved');
  });

  it('keeps to the time that the server asks for, whatever is typed or pressed meanwhile', async () => {
    let answer: ApiError | null = new ApiError(429, { error_message: 'Please try again later' }, 60);
    const tried: number[] = [];
    const { sent, send } = workingServer();
    const saver = saverWith((saved, version) => {
      tried.push(performance.now());
      return answer === null ? send(saved, version) : Promise.reject(answer);
    });
    saver.note(titled('a'));
    await vi.advanceTimersByTimeAsync(PAUSE);
    answer = null;
    expect(saver.state.getState()).toMatchObject({
      step: 'failed',
      message: 'Please try again later (in a minute)',
      mayHelp: false,
    });
    for (let typed = 0; typed < 55; typed += 5) {
      saver.note(titled(`a${typed}`));
      expect(await saver.flush()).toBe(false);
      await vi.advanceTimersByTimeAsync(5000);
    }
    expect(tried).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(5000);
    expect(sent).toEqual(['a50@1']);
    expect((tried[1] ?? 0) - (tried[0] ?? 0)).toBe(60_000);
    expect(saver.state.getState().step).toBe('saved');
  });

  it('does not try by itself what the server has refused, but does after the next change', async () => {
    let isRefusing = true;
    const { sent, send } = workingServer();
    const saver = saverWith((saved, version) => {
      if (!isRefusing) return send(saved, version);
      sent.push('refused');
      return Promise.reject(new ApiError(402, { error_message: 'Your trial is over' }));
    });
    saver.note(titled('a'));
    await vi.advanceTimersByTimeAsync(PAUSE + 120_000);
    expect(sent).toEqual(['refused']);
    expect(saver.state.getState()).toMatchObject({ step: 'failed', retries: false });
    isRefusing = false;
    saver.note(titled('b'));
    await vi.advanceTimersByTimeAsync(PAUSE);
    expect(sent).toEqual(['refused', 'b@1']);
  });

  it('says that it has failed until a save has worked, whatever is typed meanwhile', async () => {
    const steps: string[] = [];
    let isAway = true;
    const { send } = workingServer();
    const saver = saverWith((saved, version) =>
      isAway ? Promise.reject(new ApiError(0, { error_message: 'No' })) : send(saved, version),
    );
    saver.note(titled('a'));
    await saver.flush();
    saver.state.subscribe(({ step }) => steps.push(step));
    saver.note(titled('ab'));
    await saver.flush();
    expect(new Set(steps)).toEqual(new Set(['failed']));
    isAway = false;
    await saver.flush();
    expect(steps.at(-1)).toBe('saved');
  });

  it.each([
    [400, false],
    [413, false],
    [402, true],
    [0, true],
  ])('knows whether another try of the same may help after %i', async (status, mayHelp) => {
    const saver = saverWith(() => Promise.reject(new ApiError(status, { error_message: 'No' })));
    saver.note(titled('a'));
    await saver.flush();
    expect(saver.state.getState()).toMatchObject({ step: 'failed', mayHelp });
    saver.dispose();
  });

  it('sends nothing more to a newsletter that is gone', async () => {
    let calls = 0;
    const saver = saverWith(() => {
      calls += 1;
      return Promise.reject(new ApiError(404, { error_message: 'Newsletter not found' }));
    });
    saver.note(titled('a'));
    expect(await saver.flush()).toBe(false);
    saver.note(titled('b'));
    await vi.advanceTimersByTimeAsync(MOST_DELAY * 2);
    expect(calls).toBe(1);
    expect(saver.state.getState().step).toBe('gone');
  });

  it('hears of theirs from a publish, and of nothing where theirs is the same', async () => {
    const { send } = workingServer();
    const saver = saverWith(send);
    saver.meet(new VersionConflict(theirs, titled('One')));
    expect(saver.state.getState().step).toBe('saved');
    expect(saver.version()).toBe(7);
    saver.meet(new ApiError(503, { error_message: 'Away' }));
    expect(saver.state.getState().step).toBe('saved');
    saver.meet(new VersionConflict(theirs, titled('Theirs')));
    expect(saver.state.getState().step).toBe('conflict');
  });

  it('stops at a conflict until somebody has chosen', async () => {
    const { sent, send } = workingServer();
    let isStale = true;
    const saver = saverWith((saved, version) => {
      if (isStale) return Promise.reject(new VersionConflict(theirs, titled('Theirs')));
      return send(saved, version);
    });
    saver.note(titled('mine'));
    expect(await saver.flush()).toBe(false);
    saver.note(titled('mine too'));
    await vi.advanceTimersByTimeAsync(MOST_DELAY * 2);
    expect(saver.state.getState().step).toBe('conflict');
    isStale = false;

    saver.overwrite(7);
    expect(await saver.flush()).toBe(true);
    expect(sent).toEqual(['mine too@7']);
  });

  it('knows its own save again whose answer got lost on the way', async () => {
    const stored = { ...theirs, attributes: { ...theirs.attributes, title: 'a', version: 2 } };
    const sent: string[] = [];
    let isAnswered = false;
    const saver = saverWith(async (saved, version) => {
      sent.push(`${saved.title}@${version}`);
      if (!isAnswered) throw new ApiError(0, { error_message: 'No connection' });
      if (version === 1) throw new VersionConflict(stored, titled('a'));
      return { version: version + 1, at: now() };
    });
    saver.note(titled('a'));
    expect(await saver.flush()).toBe(false);
    saver.note(titled('ab'));
    isAnswered = true;
    expect(await saver.flush()).toBe(true);
    expect(sent).toEqual(['a@1', 'ab@1', 'ab@2']);
    expect(saver.state.getState().step).toBe('saved');
  });

  it('takes what somebody else wrote for theirs, also after a save that was not answered', async () => {
    const answers = [new ApiError(0, { error_message: 'No' }), new VersionConflict(theirs, titled('Theirs'))];
    const saver = saverWith(() => Promise.reject(answers.shift()));
    saver.note(titled('a'));
    await saver.flush();
    await saver.flush();
    expect(saver.state.getState().step).toBe('conflict');
  });

  it('goes over theirs also with what was acknowledged before', async () => {
    const { sent, send } = workingServer();
    const saver = saverWith(send);
    saver.overwrite(7);
    expect(await saver.flush()).toBe(true);
    expect(sent).toEqual(['One@7']);
  });

  it('takes theirs as what is saved', async () => {
    const { sent, send } = workingServer();
    const saver = saverWith(send);
    saver.note(titled('mine'));
    saver.accept(titled('theirs'), 7, now());
    await vi.advanceTimersByTimeAsync(MOST_DELAY * 2);
    expect(sent).toEqual([]);
    saver.note(titled('next'));
    await vi.advanceTimersByTimeAsync(PAUSE);
    expect(sent).toEqual(['next@7']);
  });
});
