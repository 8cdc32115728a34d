import { IconGripVertical } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { EDITORS } from '#newsletter/blocks/editors.ts';
import type { Block } from '#newsletter/document/document.ts';
import { ActionRail } from '#web/features/editor/actions/action-rail-part.tsx';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import { type Marks, partsOfMarks } from './block-marks.tsx';
import classes from './block-slot.module.css';

/** Beside a block: what it is, to drag it by, and the actions of the selected one. */
export function BlockTag({
  block: { name, type },
  side,
  label,
  marks,
  isSelected,
  isLeftUnfinished,
  mayDrag,
}: {
  block: Block;
  side: ComponentProps<typeof ActionRail>['side'];
  label: string;
  marks: Marks;
  isSelected: boolean;
  isLeftUnfinished: boolean;
  mayDrag: boolean;
}) {
  const { isPhone } = useTools();
  const Icon = EDITORS[type].icon;
  return (
    <div className={classes.railTrack}>
      <div className={classes.gutter}>
        <span className={classes.tag} data-tag="" data-drag={mayDrag ? name : undefined} aria-hidden="true">
          {mayDrag && <IconGripVertical size={16} stroke={1.75} />}
          <span className={classes.icon}>
            <Icon size={18} stroke={1.75} />
          </span>
          <span className={classes.label}>{label}</span>
          <span className={classes.number}>{/\d+$/.exec(label)?.[0]}</span>
          {isLeftUnfinished && <span>not finished</span>}
          {partsOfMarks(marks, 'tag')}
        </span>
        {isSelected && !isPhone && <ActionRail name={name} side={side} />}
      </div>
    </div>
  );
}
