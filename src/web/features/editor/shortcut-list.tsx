import '@mantine/core/styles/Overlay.layer.css';
import { Modal } from '@mantine/core';
import classes from './shortcut-list.module.css';
import { SHORTCUTS } from './shortcuts.ts';

/** What can be done by keyboard. */
export function ShortcutList({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Keyboard shortcuts" size={520}>
      <dl className={classes.list}>
        {Object.entries(SHORTCUTS).map(([name, { words, keys }]) => (
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
    </Modal>
  );
}
