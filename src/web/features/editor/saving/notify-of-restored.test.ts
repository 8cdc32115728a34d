import { beforeEach, expect, it } from 'vitest';
import { twoColumns } from '#test/support/editor/documents.ts';
import { toast, toastStore } from '#ui/feedback/toast.ts';
import { notifyOfRestored } from './notify-of-restored.ts';
import { createSaver } from './saver.ts';

beforeEach(() => toast.clear());

function messagesFor(isRestored: boolean, hasMoreUnsaved: boolean) {
  const opened = { saved: twoColumns(['a'], []), version: 1, at: new Date() };
  const saver = createSaver(opened, () => Promise.reject(new Error('Offline')));
  saver.overwrite(1);
  notifyOfRestored({ isRestored, hasMoreUnsaved, saver });
  return toastStore.current();
}
const messages = () => toastStore.current().map(({ message }) => message);

it('says nothing without changes of a window that is gone', () => {
  expect(messagesFor(false, false)).toEqual([]);
});

it('says that changes are back, and that there are more, for which these have to be saved', async () => {
  messagesFor(true, false);
  expect(messages()).toEqual(['Your unsaved changes are back']);
  const more = messagesFor(true, true).at(-1);
  expect(more?.message).toBe('Your unsaved changes are back. There are more from another window');
  more?.action?.run();
  await expect.poll(messages).toContainEqual(expect.stringMatching(/^These changes have to be saved first/));
});
