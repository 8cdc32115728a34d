import { Dialog } from '#ui/dialogs/dialog.tsx';
import { KEYS, type Shortcut } from '#web/features/editor/kernel/places/shortcuts.ts';
import classes from './shortcut-list.module.css';

// In the order in which they are shown.
const LIST: Readonly<Record<Shortcut, { readonly words: string; readonly keys: readonly string[] }>> = {
  save: { words: 'Save draft', keys: KEYS.save },
  undo: { words: 'Undo', keys: KEYS.undo },
  redo: { words: 'Redo', keys: KEYS.redo },
  up: { words: 'Move the block up', keys: KEYS.up },
  down: { words: 'Move the block down', keys: KEYS.down },
  left: { words: 'Move it to the left column', keys: KEYS.left },
  right: { words: 'Move it to the right column', keys: KEYS.right },
  wide: { words: 'Full width, and back', keys: KEYS.wide },
  add: { words: 'Add a block below, by its name', keys: KEYS.add },
  instead: { words: 'In an empty heading or text: choose a block', keys: KEYS.instead },
  link: { words: 'In a text: a link', keys: KEYS.link },
  format: { words: 'In a text: the formatting bar, then arrows', keys: KEYS.format },
  duplicate: { words: 'Duplicate the block', keys: KEYS.duplicate },
  paste: { words: 'Paste a picture or a file', keys: KEYS.paste },
  delete: { words: 'Delete the block', keys: KEYS.delete },
  edit: { words: 'Edit the block that has the focus', keys: KEYS.edit },
  drag: { words: 'Pick up a block or a tile, then arrows, then drop it', keys: KEYS.drag },
  close: { words: 'Close the field editor, or put back what you carry', keys: KEYS.close },
  tiles: { words: 'Go to the tiles', keys: KEYS.tiles },
  canvas: { words: 'Go to the newsletter', keys: KEYS.canvas },
  form: { words: 'Go to the form', keys: KEYS.form },
  region: { words: 'Go to the next of these, or to the one before', keys: KEYS.region },
  help: { words: 'This list', keys: KEYS.help },
};

/** The dialog with the keyboard shortcuts. */
export function ShortcutList({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog opened={isOpen} onClose={onClose} title="Keyboard shortcuts" size={520}>
      <dl>
        {Object.entries(LIST).map(([name, { words, keys }]) => (
          <div key={name} className={classes.row}>
            <dt>{words}</dt>
            <dd>
              {keys.map((each) => (
                <kbd key={each} className={classes.key}>
                  {each}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
