import { IconAdjustments, IconCheck } from '@tabler/icons-react';
import { useCompared } from './compared-context.ts';
import classes from './settings-note.module.css';
import { changeId } from './use-steps.ts';

/** Above the sheet: the settings that have changed, or that nothing has. */
export function SettingsNote() {
  const { comparison, current, isAlone, isNow } = useCompared();
  if (isAlone) return null;
  if (comparison.changes.length === 0)
    return (
      <p className={classes.note} role="status">
        <IconCheck size={18} stroke={1.75} aria-hidden="true" />
        {isNow ? 'As it is now. Choose an earlier time to see what has changed since.' : 'No changes since.'}
      </p>
    );
  const settings = comparison.changes.flatMap((change, index) =>
    change.kind === 'setting' ? [{ words: change.words, index }] : [],
  );
  if (settings.length === 0) return null;
  return (
    <ul className={classes.note} aria-label="Settings">
      {settings.map(({ words, index }) => (
        <li
          key={words}
          id={changeId(index)}
          className={classes.setting}
          data-current={index === current || undefined}
        >
          <IconAdjustments size={18} stroke={1.75} aria-hidden="true" />
          {words}
        </li>
      ))}
    </ul>
  );
}
