import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { headingNamed, twoColumns } from '#test/support/editor/documents.ts';
import { addNew, edit, rename, select } from '#web/features/editor/kernel/state/editor-state.ts';
import { act, createEditorStore } from '#web/features/editor/kernel/state/editor-store.ts';
import { createMailMeter } from './mail-meter.ts';

const school = {
  name: 'Oakfield',
  logo: null,
  email: '',
  phone: '',
  website: null,
  primary_color: null,
  secondary_color: null,
  language: 'en',
  time_zone: 'Europe/London',
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('measures the mail when changes pause', async () => {
  const store = createEditorStore(twoColumns(['a'], []));
  const mailBytes = vi.fn<(source: { title: string }) => Promise<number | null>>();
  mailBytes.mockResolvedValue(1000);
  const meter = createMailMeter(store, { mailBytes }, school);
  const stop = meter.start();
  act(store, edit, 'a', { text: 'typed' });
  act(store, rename, 'Other');
  act(store, addNew, headingNamed('empty', ''));
  expect(meter.bytes.getState()).toBeNull();
  await vi.runAllTimersAsync();
  expect(mailBytes).toHaveBeenCalledOnce();
  expect(mailBytes.mock.calls[0]?.[0]).toMatchObject({
    title: 'Other',
    document: { columns: [[headingNamed('a', 'typed')], []] },
  });
  expect(meter.bytes.getState()).toBe(1000);

  act(store, select, 'a');
  expect(vi.getTimerCount()).toBe(0);
  mailBytes.mockRejectedValueOnce(new Error('The engine cannot'));
  act(store, rename, 'Another');
  await vi.runAllTimersAsync();
  expect(meter.bytes.getState()).toBe(1000);
  mailBytes.mockResolvedValueOnce(null);
  act(store, rename, 'One more');
  await vi.runAllTimersAsync();
  expect(meter.bytes.getState()).toBe(1000);
  stop();
  act(store, rename, 'After the end');
  expect(vi.getTimerCount()).toBe(0);
});
