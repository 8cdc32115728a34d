import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { Gate } from './gate.ts';

type Limits = ConstructorParameters<typeof Gate>[0];
const LIMITS: Limits = {
  places: 1,
  placesEach: 1,
  waitingEach: 10,
  waiting: 100,
  waitMs: 1000,
  refusal: () => new Error('Full'),
};

afterEach(() => void vi.useRealTimers());

/** A gate whose work the test ends, in the order in which it began. */
function opened(limits: Partial<Limits> = {}) {
  const gate = new Gate({ ...LIMITS, ...limits });
  const began: string[] = [];
  const ends: (() => void)[] = [];
  const refused: string[] = [];
  const run = (name: string, share: string, by?: string) => {
    const work = async () => {
      began.push(name);
      const { promise, resolve } = Promise.withResolvers<void>();
      ends.push(resolve);
      await promise;
    };
    void gate.run({ share, ...(by !== undefined && { by }) }, work).catch(() => void refused.push(name));
  };
  const endAll = async () => {
    await turn();
    for (let end = ends.shift(); end !== undefined; end = ends.shift()) {
      end();
      await turn();
    }
  };
  return { run, began, refused, endAll };
}

it('lets shares take turns, and people within a share, however much each has waiting', async () => {
  const { run, began, endAll } = opened();
  for (const at of [1, 2, 3]) run(`oak ${at}`, 'oak', 'jo');
  run('oak ann', 'oak', 'ann');
  run('elm', 'elm');
  await endAll();
  expect(began).toEqual(['oak 1', 'oak 2', 'elm', 'oak ann', 'oak 3']);
});

it('keeps a place free of the share that has its own', async () => {
  const { run, began, endAll } = opened({ places: 2 });
  for (const at of [1, 2, 3]) run(`oak ${at}`, 'oak');
  run('elm', 'elm');
  await vi.waitFor(() => expect(began).toEqual(['oak 1', 'elm']));
  await endAll();
  expect(began).toEqual(['oak 1', 'elm', 'oak 2', 'oak 3']);
});

it('refuses more than may wait of one person', async () => {
  const { run, began, refused, endAll } = opened({ waitingEach: 1 });
  for (const at of [1, 2, 3]) run(`oak ${at}`, 'oak', 'jo');
  run('oak ann', 'oak', 'ann');
  await vi.waitFor(() => expect(refused).toEqual(['oak 3']));
  await endAll();
  expect(began).toEqual(['oak 1', 'oak 2', 'oak ann']);
});

it('makes room by refusing the caller who has the most waiting', async () => {
  const { run, began, refused, endAll } = opened({ waiting: 3 });
  for (const at of [1, 2, 3, 4]) run(`oak ${at}`, 'oak');
  run('elm', 'elm');
  await vi.waitFor(() => expect(refused).toEqual(['oak 4']));
  await endAll();
  expect(began).toEqual(['oak 1', 'oak 2', 'elm', 'oak 3']);
});

it('refuses what has waited too long, and goes on with the others', async () => {
  vi.useFakeTimers();
  const { run, began, refused, endAll } = opened();
  run('oak', 'oak');
  run('elm', 'elm');
  await vi.advanceTimersByTimeAsync(LIMITS.waitMs);
  expect(refused).toEqual(['elm']);
  run('ash', 'ash');
  vi.useRealTimers();
  await endAll();
  expect(began).toEqual(['oak', 'ash']);
});

it('rests so many times as long as the work took', async () => {
  vi.useFakeTimers();
  const gate = new Gate({ ...LIMITS, rest: 2 });
  const work = () => new Promise<void>((resolve) => setTimeout(resolve, 10));
  const first = gate.run({ share: 'oak' }, work);
  await vi.advanceTimersByTimeAsync(10);
  await first;
  const began = vi.fn(async () => undefined);
  const second = gate.run({ share: 'elm' }, began);
  await vi.advanceTimersByTimeAsync(19);
  expect(began).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await second;
  expect(began).toHaveBeenCalledOnce();
});

it('gives the place on after work that failed', async () => {
  const gate = new Gate(LIMITS);
  const failed = gate.run({ share: 'oak' }, async () => {
    throw new Error('Broken');
  });
  await expect(failed).rejects.toThrow('Broken');
  expect(await gate.run({ share: 'oak' }, async () => 'done')).toBe('done');
});
