import { ActionIcon } from '@mantine/core';
import { IconArrowLeft, IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { Choice } from '#ui/forms/choice.tsx';
import { BrandMark } from '#web/app/brand.tsx';
import header from '#web/features/editor/header/editor-header.module.css';
import { useEditor } from '#web/features/editor/kernel/tools.tsx';
import type { HistoryAddress } from './history-address.ts';
import classes from './history-heads.module.css';
import type { Showing } from './use-comparison.ts';
import type { Steps } from './use-steps.ts';

const SHOWINGS = [
  { value: 'changes', words: 'Changes since' },
  { value: 'alone', words: 'As it was' },
] as const;

/** Back to editing, how the state is shown, and the steps from change to change. */
export function HistoryHeads({
  place,
  showing,
  onShowing,
  steps,
}: {
  place: HistoryAddress;
  showing: Showing;
  onShowing: (showing: Showing) => void;
  steps: Steps;
}) {
  const title = useEditor((state) => state.title);
  return (
    <>
      <div className={header.header}>
        <button type="button" className={`${header.exit} ${classes.back}`} onClick={place.close}>
          <IconArrowLeft size={20} stroke={1.75} aria-hidden="true" />
          Back to editing
        </button>
        <span className={header.mark}>
          <BrandMark size={26} />
        </span>
        <span className={header.space} data-room="" />
      </div>
      <div className={classes.subheader}>
        <h1 className={classes.title}>
          <span className={classes.name}>{title}</span> <span className={classes.history}>History</span>
        </h1>
        <Choice label="Show" options={SHOWINGS} value={showing} onChange={onShowing} />
        {/* Alone, a state has no changes to step through. */}
        {showing === 'changes' && <StepButtons steps={steps} />}
      </div>
    </>
  );
}

function StepButtons({ steps: { current, count, step } }: { steps: Steps }) {
  return (
    <div className={classes.steps} data-steps="">
      <span className={classes.count}>
        {current === null || count === 1 ? count : `${current + 1} of ${count}`}
        <span className={classes.unit}>{count === 1 ? ' change' : ' changes'}</span>
      </span>
      <ActionIcon
        aria-label="Previous change"
        aria-keyshortcuts="ArrowUp K"
        aria-disabled={count === 0 || undefined}
        onClick={() => step(-1)}
      >
        <IconChevronUp size={20} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon
        aria-label="Next change"
        aria-keyshortcuts="ArrowDown J"
        aria-disabled={count === 0 || undefined}
        onClick={() => step(1)}
      >
        <IconChevronDown size={20} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
    </div>
  );
}
