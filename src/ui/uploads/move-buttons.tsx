import { ActionIcon } from '@mantine/core';
import { IconArrowDown, IconArrowLeft, IconArrowRight, IconArrowUp } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { flushSync } from 'react-dom';
import classes from './move-buttons.module.css';

const WAYS = [
  { key: 'ArrowLeft', name: 'Move the picture left', Icon: IconArrowLeft },
  { key: 'ArrowUp', name: 'Move the picture up', Icon: IconArrowUp },
  { key: 'ArrowDown', name: 'Move the picture down', Icon: IconArrowDown },
  { key: 'ArrowRight', name: 'Move the picture right', Icon: IconArrowRight },
] as const;

/** How many presses of an arrow key one press of a button equals. */
const STEPS = 4;

/** Buttons that move the picture in a cropper, for people who can press but not drag (WCAG 2.5.7). */
export function MoveButtons({ stage }: { stage: RefObject<HTMLElement | null> }) {
  // Only the cropper knows how far a picture may move, so it gets the keys that it handles.
  const move = (key: string) => {
    const area = stage.current?.querySelector('[role="application"]');
    const send = (type: string) => area?.dispatchEvent(new KeyboardEvent(type, { key, bubbles: true }));
    // Each step starts from the result of the one before.
    for (let step = 0; step < STEPS; step += 1) flushSync(() => send('keydown'));
    send('keyup');
  };
  return (
    <div className={classes.ways}>
      {WAYS.map(({ key, name, Icon }) => (
        <ActionIcon key={key} aria-label={name} onClick={() => move(key)}>
          <Icon size={20} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      ))}
    </div>
  );
}
