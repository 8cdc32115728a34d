import { IconPalette } from '@tabler/icons-react';
import panel from '#web/features/editor/fields/field-editor.module.css';
import { DesignFields } from './design-fields-part.tsx';
import classes from './design-panel.module.css';

/** The panel beside the canvas while no block is selected. */
export function DesignPanel() {
  return (
    <aside
      className={`${panel.panel} ${classes.atRest}`}
      data-region="form"
      // F6 leads here even before the fields are loaded.
      tabIndex={-1}
      aria-labelledby="design-title"
    >
      <div className={panel.head}>
        <IconPalette size={22} stroke={1.75} aria-hidden="true" />
        <h2 id="design-title" className={panel.title}>
          Design
        </h2>
      </div>
      <div className={`${panel.body} ${classes.body}`}>
        <DesignFields />
        <p className={classes.hint}>Click a block to change it: its fields appear here.</p>
      </div>
    </aside>
  );
}
