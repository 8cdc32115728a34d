import { describe, expect, it } from 'vitest';
import type { RenderReply, RenderRequest } from './protocol.ts';
import { createRenderer } from './renderer.ts';
import { RenderFailed, type RenderWorker } from './worker-calls.ts';

/** A fake worker whose replies the test sends. */
class FakeWorker implements RenderWorker {
  onmessage: RenderWorker['onmessage'] = null;
  onerror: RenderWorker['onerror'] = null;
  readonly requests: RenderRequest[] = [];
  terminated = false;

  postMessage(request: RenderRequest): void {
    this.requests.push(request);
  }
  terminate(): void {
    this.terminated = true;
  }
  answer(reply: RenderReply): void {
    this.onmessage?.({ data: reply });
  }
  get mjml(): string[] {
    return this.requests.map((request) => request.mjml);
  }
}

function fakeRenderer() {
  const workers: FakeWorker[] = [];
  const renderer = createRenderer(() => {
    const worker = new FakeWorker();
    workers.push(worker);
    return worker;
  });
  return { workers, renderer };
}

describe('the renderer', () => {
  it('renders only the newest call of a key, and resolves superseded ones to null', async () => {
    const { workers, renderer } = fakeRenderer();
    const first = renderer.render('a', 'one');
    const second = renderer.render('a', 'two');
    const third = renderer.render('a', 'three');
    const other = renderer.render('b', 'other');
    const [worker] = workers;
    expect(worker?.mjml).toEqual(['one', 'other']);
    expect(await second).toBeNull();

    worker?.answer({ id: 1, html: '<one>' });
    expect(await first).toBe('<one>');
    expect(worker?.mjml).toEqual(['one', 'other', 'three']);
    worker?.answer({ id: 3, html: '<three>' });
    worker?.answer({ id: 2, html: '<other>' });
    expect(await third).toBe('<three>');
    expect(await other).toBe('<other>');
  });

  it('rejects if the engine fails, and renders the next call with the same worker', async () => {
    const { workers, renderer } = fakeRenderer();
    const bad = renderer.render('a', 'bad');
    workers[0]?.answer({ id: 1, message: 'unexpected token', dead: false });
    await expect(bad).rejects.toThrow(RenderFailed);
    void renderer.render('a', 'good');
    expect(workers).toHaveLength(1);
    expect(workers[0]?.mjml).toEqual(['bad', 'good']);
  });

  it('replaces the worker after a trap and resends unanswered calls', async () => {
    const { workers, renderer } = fakeRenderer();
    const trap = renderer.render('a', 'trap');
    const after = renderer.render('b', 'after');
    workers[0]?.answer({ id: 1, message: 'unreachable', dead: true });
    await expect(trap).rejects.toThrow('unreachable');
    expect(workers[0]?.terminated).toBe(true);
    expect(workers[1]?.mjml).toEqual(['after']);
    workers[1]?.answer({ id: 3, html: '<after>' });
    expect(await after).toBe('<after>');
  });

  it('rejects calls if the worker cannot start, and retries with the next call', async () => {
    const { workers, renderer } = fakeRenderer();
    const lost = renderer.render('a', 'lost');
    workers[0]?.onerror?.({ message: 'no network' });
    await expect(lost).rejects.toThrow('no network');
    void renderer.render('a', 'again');
    expect(workers[1]?.mjml).toEqual(['again']);
  });

  it('terminates the worker and resolves waiting calls', async () => {
    const { workers, renderer } = fakeRenderer();
    const open = renderer.render('a', 'one');
    const behind = renderer.render('a', 'two');
    renderer.dispose();
    expect(await open).toBeNull();
    expect(await behind).toBeNull();
    expect(workers[0]?.terminated).toBe(true);
  });
});
