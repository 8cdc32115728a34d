import { expect, it, vi } from 'vitest';
import { twoColumns } from '#test/support/editor/documents.ts';
import { createEditorStore } from './editor-store.ts';
import { watchBlock } from './watch-block.ts';

it('hears of all but what is typed in other blocks', () => {
  const opened = twoColumns(['a', 'b'], []);
  const [a, b] = opened.document.columns[0] ?? [];
  if (!a || !b) throw new Error('The document has two blocks');
  const store = createEditorStore(opened);
  const listener = vi.fn();
  const stop = watchBlock(store, 'a', listener);

  store.setState({ workingCopies: { b: { ...b } } });
  expect(listener).not.toHaveBeenCalled();
  store.setState({ workingCopies: { ...store.getState().workingCopies, a: { ...a } } });
  expect(listener).toHaveBeenCalledTimes(1);
  store.setState(({ workingCopies: { a: _, ...rest } }) => ({ workingCopies: rest }));
  expect(listener).toHaveBeenCalledTimes(2);
  store.setState(({ workingCopies, ...state }) => ({
    workingCopies: { ...workingCopies },
    selected: 'b',
    title: state.title,
  }));
  expect(listener).toHaveBeenCalledTimes(3);

  stop();
  store.setState({ selected: null });
  expect(listener).toHaveBeenCalledTimes(3);
});
