import { insteadOf, loadable } from '#ui/loadable.tsx';
import classes from './field-editor.module.css';

const Waiting = insteadOf('form');

function InsteadOfPanel({ hasFailed }: { hasFailed: boolean }) {
  return (
    <aside className={classes.panel} data-region="form" data-over-canvas="" aria-label="Form">
      <div className={classes.body} data-fields="">
        <Waiting hasFailed={hasFailed} />
      </div>
    </aside>
  );
}

/** See `block-panel.tsx`. */
export const BlockPanel = loadable(
  async () => (await import('./block-panel.tsx')).BlockPanel,
  InsteadOfPanel,
);
