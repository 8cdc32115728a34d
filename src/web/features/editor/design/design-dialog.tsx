import { Dialog } from '#ui/dialogs/dialog.tsx';
import { ColourChoice } from './colour-choice.tsx';
import { DesignChoice, IssueDate } from './design-fields.tsx';
import classes from './design-panel.module.css';

/** The choice of the design where there is no room for it beside the canvas. */
export function DesignDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog opened={isOpen} onClose={onClose} title="Design" size={400}>
      {/* The date first: the designs are longer than a phone. */}
      <div className={classes.fields}>
        <IssueDate />
        <DesignChoice />
        <ColourChoice />
      </div>
    </Dialog>
  );
}
