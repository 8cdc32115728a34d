import { Dialog } from '#ui/dialogs/dialog.tsx';
import { useEditor, useTools } from '#web/features/editor/kernel/tools.tsx';
import { LAYOUT_CHOICES, layoutTexts, visualLayout } from '#web/newsletter-ui/layout-cards.tsx';
import { LayoutPicture } from '#web/newsletter-ui/layout-picture.tsx';
import { changeLayoutTo } from './change-layout.ts';
import classes from './layout-dialog.module.css';

/** Changes the newsletter's layout at a click on one of four pictures. */
export function LayoutDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog opened={isOpen} onClose={onClose} title="Layout" size={680}>
      <p className={classes.words}>
        Every block stays, in the order in which it is read. Undo brings the old layout back.
      </p>
      <Choices onClose={onClose} />
    </Dialog>
  );
}

function Choices({ onClose }: { onClose: () => void }) {
  const { editing } = useTools();
  const current = useEditor((state) => state.document.layout);
  return (
    <ul className={classes.choices}>
      {LAYOUT_CHOICES.map((layout) => (
        <li key={layout}>
          <button
            type="button"
            className={classes.choice}
            aria-pressed={layout === current}
            data-autofocus={layout === current || undefined}
            onClick={() => {
              changeLayoutTo(editing, layout);
              onClose();
            }}
          >
            <LayoutPicture layout={visualLayout(layout, editing.isRightToLeft)} />
            <span className={classes.text}>
              <span className={classes.title}>{layoutTexts(layout, editing.isRightToLeft).title}</span>
              <span className={classes.subtitle}>
                {layout === current ? 'As it is now' : layoutTexts(layout, editing.isRightToLeft).subtitle}
              </span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
