import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { NewsletterResource } from '#contract/newsletters.ts';
import { setWide, tintSection } from '#newsletter/document/arrange.ts';
import { emptyDocument } from '#newsletter/document/document.ts';
import { twoColumns } from '#test/support/editor/documents.ts';
import { ApiError } from '#web/api/api-error.ts';
import { VersionConflict } from '#web/features/editor/kernel/save-state.ts';
import type { Saved } from '#web/features/editor/kernel/state/editor-state.ts';
import { createSaver, type Send } from './saver.ts';

/** The delays before a save, in milliseconds: after a pause in typing, and at the latest. */
const PAUSE = 1500;
const MAX_DELAY = 8000;

const opened: Saved = { title: 'One', document: emptyDocument('one_column'), fresh: [] };
const COLUMNS = twoColumns(['a'], ['b']).document;
const titled = (title: string): Saved => ({ ...opened, title });
const now = () => new Date(Date.now());
const theirs: NewsletterResource = {
  id: '0b9c2a0e-6a0e-4c55-9d0e-2f4c1d0c8a11',
  type: 'news_letter',
  attributes: {
    title: 'Theirs',
    body: '',
    layout_type: 'one_column',
    design: null,
    colours: null,
    issue_date: null,
    status: 'draft',
    slug: null,
    has_unpublished_changes: false,
    created_at: '2026-10-01T10:00:00.000Z',
    updated_at: '2026-10-01T10:00:00.000Z',
    code: [],
    footerContent: '',
    carried_over: null,
    missing_files: [],
    version: 7,
    published_at: null,
  },
};

function saverWith(send: Send) {
  return createSaver({ saved: opened, version: 1, at: now() }, send);
}

/** A server that counts versions and records what it was sent. */
function workingServer() {
  const sent: string[] = [];
  const send = async (saved: Saved, version: number) => {
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
  it('says that it takes long, until it ends', async () => {
    const { promise, resolve } = Promise.withResolvers<{ version: number; at: Date }>();
    const saver = saverWith(() => promise);
    saver.update(titled('Two'));
    const done = saver.flush();
    await vi.advanceTimersByTimeAsync(5000 - 1);
    expect(saver.state.getState()).not.toHaveProperty('isSlow');
    await vi.advanceTimersByTimeAsync(1);
    expect(saver.state.getState()).toMatchObject({ step: 'saving', isSlow: true });
    resolve({ version: 2, at: now() });
    await done;
    await vi.advanceTimersByTimeAsync(5000);
    expect(saver.state.getState().step).toBe('saved');
  });

  it('sends the newest state with its version when typing pauses', async () => {
    const { sent, send } = workingServer();
    const saver = saverWith(send);
    saver.update(titled('a'));
    await vi.advanceTimersByTimeAsync(PAUSE - 1);
    saver.update(titled('ab'));
    await vi.advanceTimersByTimeAsync(PAUSE - 1);
    expect(sent).toEqual([]);
    expect(saver.state.getState().step).toBe('waiting');
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toEqual(['ab@1']);
    expect(saver.state.getState().step).toBe('saved');
    expect(saver.version()).toBe(2);
  });

  it('saves during continuous typing as well', async () => {
    const { sent, send } = workingServer();
    const saver = saverWith(send);
    for (let typed = 0; typed < MAX_DELAY + PAUSE; typed += 500) {
      saver.update(titled(`t${typed}`));
      await vi.advanceTimersByTimeAsync(500);
    }
    expect(sent.length).toBeGreaterThan(0);
  });

  it('waits for the next pause after a save during which typing went on', async () => {
    const sentAt: number[] = [];
    const saver = saverWith((_, version) => {
      sentAt.push(Date.now());
      return new Promise((resolve) => {
        setTimeout(() => resolve({ version: version + 1, at: now() }), 100);
      });
    });
    for (let typed = 0; typed < 3 * MAX_DELAY; typed += 50) {
      saver.update(titled(`t${typed}`));
      await vi.advanceTimersByTimeAsync(50);
    }
    await vi.advanceTimersByTimeAsync(PAUSE);
    const between = sentAt.slice(1).map((at, index) => at - (sentAt[index] ?? 0));
    expect(between.slice(0, -1).every((time) => time >= MAX_DELAY)).toBe(true);
    expect(sentAt).toHaveLength(3);
  });

  it('sends nothing when undo has returned to what the server has', async () => {
    const { sent, send } = workingServer();
    const saver = saverWith(send);
    saver.update(titled('a'));
    saver.update(opened);
    await vi.advanceTimersByTimeAsync(MAX_DELAY * 2);
    expect(sent).toEqual([]);
    expect(saver.state.getState().step).toBe('saved');
  });

  it('saves changes made during a save afterwards, never in parallel', async () => {
    let finish: (reply: { version: number; at: Date }) => void = () => {};
    const sent: string[] = [];
    const saver = saverWith((saved, version) => {
      sent.push(`${saved.title}@${version}`);
      return new Promise((resolve) => {
        finish = resolve;
      });
    });
    saver.update(titled('a'));
    const flushed = saver.flush();
    saver.update(titled('b'));
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

  it('retries automatically when the server is unreachable, and reports the failure meanwhile', async () => {
    let isAway = true;
    const { sent, send } = workingServer();
    const saver = saverWith((saved, version) =>
      isAway ? Promise.reject(new ApiError(0, { error_message: 'No connection' })) : send(saved, version),
    );
    saver.update(titled('a'));
    await vi.advanceTimersByTimeAsync(PAUSE);
    expect(saver.state.getState()).toMatchObject({
      step: 'failed',
      message: 'No connection',
      retries: true,
    });
    isAway = false;
    await vi.advanceTimersByTimeAsync(2000);
    expect(sent).toEqual(['a@1']);
    expect(saver.state.getState().step).toBe('saved');
  });

  it('waits for the time in Retry-After, whatever is typed or clicked meanwhile', async () => {
    let answer: ApiError | null = new ApiError(429, { error_message: 'Please try again later' }, 60);
    const tried: number[] = [];
    const { sent, send } = workingServer();
    const saver = saverWith((saved, version) => {
      tried.push(performance.now());
      return answer === null ? send(saved, version) : Promise.reject(answer);
    });
    saver.update(titled('a'));
    await vi.advanceTimersByTimeAsync(PAUSE);
    answer = null;
    expect(saver.state.getState()).toMatchObject({
      step: 'failed',
      message: 'Please try again later (in a minute)',
      mayHelp: false,
    });
    for (let typed = 0; typed < 55; typed += 5) {
      saver.update(titled(`a${typed}`));
      expect(await saver.flush()).toBe(false);
      await vi.advanceTimersByTimeAsync(5000);
    }
    expect(tried).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(5000);
    expect(sent).toEqual(['a50@1']);
    expect((tried[1] ?? 0) - (tried[0] ?? 0)).toBe(60_000);
    expect(saver.state.getState().step).toBe('saved');
  });

  it('does not retry a refused save before the next change', async () => {
    let isRefusing = true;
    const { sent, send } = workingServer();
    const saver = saverWith((saved, version) => {
      if (!isRefusing) return send(saved, version);
      sent.push('refused');
      return Promise.reject(new ApiError(402, { error_message: 'Your trial is over' }));
    });
    saver.update(titled('a'));
    await vi.advanceTimersByTimeAsync(PAUSE + 120_000);
    expect(sent).toEqual(['refused']);
    expect(saver.state.getState()).toMatchObject({ step: 'failed', retries: false });
    isRefusing = false;
    saver.update(titled('b'));
    await vi.advanceTimersByTimeAsync(PAUSE);
    expect(sent).toEqual(['refused', 'b@1']);
  });

  it('stays failed until a save succeeds, whatever is typed meanwhile', async () => {
    const steps: string[] = [];
    let isAway = true;
    const { send } = workingServer();
    const saver = saverWith((saved, version) =>
      isAway ? Promise.reject(new ApiError(0, { error_message: 'No' })) : send(saved, version),
    );
    saver.update(titled('a'));
    await saver.flush();
    saver.state.subscribe(({ step }) => steps.push(step));
    saver.update(titled('ab'));
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
  ])('knows whether a retry can succeed after %i', async (status, mayHelp) => {
    const saver = saverWith(() => Promise.reject(new ApiError(status, { error_message: 'No' })));
    saver.update(titled('a'));
    await saver.flush();
    expect(saver.state.getState()).toMatchObject({ step: 'failed', mayHelp });
    saver.dispose();
  });

  it('sends nothing after the newsletter was deleted', async () => {
    let calls = 0;
    const saver = saverWith(() => {
      calls += 1;
      return Promise.reject(new ApiError(404, { error_message: 'Newsletter not found' }));
    });
    saver.update(titled('a'));
    expect(await saver.flush()).toBe(false);
    saver.update(titled('b'));
    await vi.advanceTimersByTimeAsync(MAX_DELAY * 2);
    expect(calls).toBe(1);
    expect(saver.state.getState().step).toBe('gone');
  });

  it('takes over a conflict found by publishing, unless the content is the same', async () => {
    const { send } = workingServer();
    const saver = saverWith(send);
    saver.handleRefusal(new VersionConflict(theirs, titled('One')));
    expect(saver.state.getState().step).toBe('saved');
    expect(saver.version()).toBe(7);
    saver.handleRefusal(new ApiError(503, { error_message: 'Away' }));
    expect(saver.state.getState().step).toBe('saved');
    saver.handleRefusal(new VersionConflict(theirs, titled('Theirs')));
    expect(saver.state.getState().step).toBe('conflict');
  });

  it('takes in what others have stored, after its own save, and saves what was merged', async () => {
    const { sent, send } = workingServer();
    const merged: string[] = [];
    const saver = createSaver({ saved: opened, version: 6, at: now() }, send, async ({ base }) => {
      merged.push(base.title);
      return true;
    });
    saver.update(titled('mine'));
    const newer = new VersionConflict(
      { ...theirs, attributes: { ...theirs.attributes, version: 8 } },
      titled('Theirs'),
    );
    const [, isTaken] = await Promise.all([saver.flush(), saver.takeIn(newer)]);
    expect(isTaken).toBe(true);
    expect(merged).toEqual(['mine']);
    await vi.advanceTimersByTimeAsync(PAUSE);
    expect(sent).toEqual(['mine@6', 'mine@8']);
    expect(await saver.takeIn(new VersionConflict(theirs, titled('Theirs')))).toBe(false);
  });

  it('goes on saving after others have stored the same', async () => {
    const { sent, send } = workingServer();
    const saver = createSaver({ saved: opened, version: 6, at: now() }, send);
    saver.update(titled('Theirs'));
    expect(await saver.takeIn(new VersionConflict(theirs, titled('Theirs')))).toBe(true);
    expect(saver.state.getState().step).toBe('saved');
    saver.update(titled('mine'));
    await vi.advanceTimersByTimeAsync(PAUSE);
    expect(sent).toEqual(['mine@7']);
  });

  it('merges after a crash with what the server had when the journal was written', async () => {
    const { sent, send } = workingServer();
    const bases: string[] = [];
    const saver = createSaver(
      { saved: titled('Theirs'), version: 7, at: now() },
      (saved, version) =>
        version === 3 ? Promise.reject(new VersionConflict(theirs, titled('Theirs'))) : send(saved, version),
      async ({ base }) => {
        bases.push(base.title);
        return true;
      },
    );
    saver.resume(3, { base: opened, sent: [] });
    saver.update(titled('mine'));
    expect(await saver.flush()).toBe(true);
    expect(bases).toEqual(['One']);
    expect(sent).toEqual(['mine@7']);
  });

  it('knows its own save again that was on its way when the tab died, although it was undone since', async () => {
    const { sent, send } = workingServer();
    const saver = createSaver(
      { saved: titled('Theirs'), version: 7, at: now() },
      (saved, version) =>
        version === 3 ? Promise.reject(new VersionConflict(theirs, titled('Theirs'))) : send(saved, version),
      () => Promise.reject(new Error('There is nothing to merge')),
    );
    saver.resume(3, { base: opened, sent: [titled('Theirs'), titled('Later')] });
    saver.update(opened);
    expect(await saver.flush()).toBe(true);
    expect(sent).toEqual(['One@7']);
  });

  it('stops at a conflict until it is resolved', async () => {
    const { sent, send } = workingServer();
    let isStale = true;
    const saver = saverWith((saved, version) => {
      if (isStale) return Promise.reject(new VersionConflict(theirs, titled('Theirs')));
      return send(saved, version);
    });
    saver.update(titled('mine'));
    expect(await saver.flush()).toBe(false);
    saver.update(titled('mine too'));
    await vi.advanceTimersByTimeAsync(MAX_DELAY * 2);
    expect(saver.state.getState().step).toBe('conflict');
    isStale = false;

    saver.overwrite(7);
    expect(await saver.flush()).toBe(true);
    expect(sent).toEqual(['mine too@7']);
  });

  it('recognises its own save whose answer was lost', async () => {
    const stored = { ...theirs, attributes: { ...theirs.attributes, title: 'a', version: 2 } };
    const sent: string[] = [];
    let isAnswered = false;
    const saver = saverWith(async (saved, version) => {
      sent.push(`${saved.title}@${version}`);
      if (!isAnswered) throw new ApiError(0, { error_message: 'No connection' });
      if (version === 1) throw new VersionConflict(stored, titled('a'));
      return { version: version + 1, at: now() };
    });
    saver.update(titled('a'));
    expect(await saver.flush()).toBe(false);
    saver.update(titled('ab'));
    isAnswered = true;
    expect(await saver.flush()).toBe(true);
    expect(sent).toEqual(['a@1', 'ab@1', 'ab@2']);
    expect(saver.state.getState().step).toBe('saved');
  });

  it.each([
    ['design', { ...COLUMNS, design: 'poster' as const }],
    ['colours', { ...COLUMNS, colours: { primary: '#aa1144', secondary: '#224488' } }],
    ['date', { ...COLUMNS, issueDate: '2026-11-20' }],
    ['wide block', setWide(COLUMNS, 'a', true)],
    ['tint', tintSection(COLUMNS, ['a'], 'soft')],
  ])('stops at a conflict if the two sides differ in a %s alone', async (_what, mine) => {
    const sides = [mine, COLUMNS].map((document): Saved => ({ title: 'One', document, fresh: [] }));
    for (const [sent, stored] of [sides, sides.toReversed()]) {
      const saver = saverWith(async () => {
        throw new VersionConflict(theirs, stored ?? opened);
      });
      saver.update(sent ?? opened);
      await saver.flush();
      expect(saver.state.getState().step).toBe('conflict');
    }
  });

  it('reports a conflict with somebody else’s save even after an unanswered save', async () => {
    const answers = [new ApiError(0, { error_message: 'No' }), new VersionConflict(theirs, titled('Theirs'))];
    const saver = saverWith(() => Promise.reject(answers.shift()));
    saver.update(titled('a'));
    await saver.flush();
    await saver.flush();
    // A refused save counts too: the network may have delivered it twice.
    saver.update(titled('b'));
    expect(saver.state.getState()).toMatchObject({ step: 'conflict', sent: [titled('a')] });
  });

  it('saves what is as before after a save without an answer, which may have been stored', async () => {
    const { sent, send } = workingServer();
    let isLost = true;
    const saver = saverWith((saved, version) =>
      isLost ? Promise.reject(new ApiError(0, { error_message: 'No' })) : send(saved, version),
    );
    saver.update(titled('mine'));
    await saver.flush();
    isLost = false;
    saver.update({ ...opened });
    expect(saver.state.getState().step).not.toBe('saved');
    await vi.advanceTimersByTimeAsync(MAX_DELAY);
    expect(sent).toEqual(['One@1']);
    expect(saver.state.getState().step).toBe('saved');
  });

  it('remembers of many saves without an answer the first and the last ones', async () => {
    const saver = saverWith(() => Promise.reject(new ApiError(0, { error_message: 'No' })));
    for (const title of ['a', 'b', 'c', 'd', 'e', 'f']) {
      saver.update(titled(title));
      await saver.flush();
    }
    expect(saver.sent().map(({ title }) => title)).toEqual(['a', 'd', 'e', 'f']);
  });

  it('sends what is given up along until it is stored, also if nothing else has changed', async () => {
    const sent: string[][] = [];
    let isLost = true;
    const saver = saverWith(async (_, version, { givenUp }) => {
      sent.push(givenUp.map(({ title }) => title));
      if (isLost) throw new ApiError(0, { error_message: 'No' });
      return { version: version + 1, at: now() };
    });
    saver.noteForHistory({ givenUp: ['a', 'b', 'c', 'd'].map(titled) });
    await saver.flush();
    saver.accept(titled('theirs'), 7, now());
    expect(saver.state.getState().step).toBe('waiting');
    expect(saver.notes().givenUp).toHaveLength(4);
    isLost = false;
    await saver.flush();
    // No more at once than the server accepts.
    expect(sent).toEqual([['a', 'b', 'c'], ['a', 'b', 'c'], ['d']]);
    expect(saver.notes().givenUp).toEqual([]);
    expect(saver.state.getState().step).toBe('saved');
  });

  it('sends what is given up again if others have stored the same meanwhile', async () => {
    const { sent, send } = workingServer();
    const same = new VersionConflict(theirs, titled('a'));
    const saver = saverWith(async (saved, version, notes) => {
      if (version === 1) throw same;
      sent.push(...notes.givenUp.map(({ title }) => title));
      return await send(saved, version);
    });
    saver.update(titled('a'));
    saver.noteForHistory({ givenUp: [titled('mine')] });
    await saver.flush();
    expect(sent).toEqual(['mine', 'a@7']);
  });

  it('overwrites theirs even without new changes', async () => {
    const { sent, send } = workingServer();
    const saver = saverWith(send);
    saver.overwrite(7);
    expect(await saver.flush()).toBe(true);
    expect(sent).toEqual(['One@7']);
  });

  it('accepts theirs as saved', async () => {
    const { sent, send } = workingServer();
    const saver = saverWith(send);
    saver.update(titled('mine'));
    saver.accept(titled('theirs'), 7, now());
    await vi.advanceTimersByTimeAsync(MAX_DELAY * 2);
    expect(sent).toEqual([]);
    saver.update(titled('next'));
    await vi.advanceTimersByTimeAsync(PAUSE);
    expect(sent).toEqual(['next@7']);
  });
});
