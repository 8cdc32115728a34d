import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import classes from './writing.module.css';

/** The tools that are out of sight: those before, those after, or none. */
type Hidden = 'none' | 'before' | 'after';

/** Tools in one line, with a button that scrolls to those that have no room. */
export function ToolScroller({ children }: { children: ReactNode }) {
  const line = useRef<HTMLDivElement>(null);
  const [hidden, setHidden] = useState<Hidden>('none');
  const watch = useCallback((element: HTMLDivElement) => {
    line.current = element;
    const look = () => setHidden(hiddenIn(element));
    look();
    const observer = new ResizeObserver(look);
    for (const part of [element, ...element.children]) observer.observe(part);
    return () => observer.disconnect();
  }, []);
  const Icon = hidden === 'before' ? IconChevronLeft : IconChevronRight;
  return (
    <>
      <div
        ref={watch}
        className={classes.line}
        data-hidden={hidden}
        onScroll={({ currentTarget }) => setHidden(hiddenIn(currentTarget))}
      >
        {children}
      </div>
      {hidden !== 'none' && (
        <ActionIcon
          className={classes.further}
          aria-label={hidden === 'before' ? 'First tools' : 'More tools'}
          // Keeps the caret.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => line.current?.scrollTo({ left: hidden === 'before' ? 0 : nextPage(line.current) })}
        >
          <Icon size={20} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      )}
    </>
  );
}

function hiddenIn({ scrollWidth, clientWidth, scrollLeft }: HTMLElement): Hidden {
  const beyond = scrollWidth - clientWidth;
  // Up to a pixel is rounding.
  if (beyond <= 1) return 'none';
  return scrollLeft < beyond - 1 ? 'after' : 'before';
}

// The next page begins with the first tool that is cut off, so that none is skipped.
function nextPage(line: HTMLElement): number {
  const { left, right } = line.getBoundingClientRect();
  const cut = [...line.querySelectorAll('button')]
    .map((tool) => tool.getBoundingClientRect())
    .find((tool) => tool.right > right + 0.5 && tool.left > left + 1);
  return cut === undefined ? line.scrollWidth : line.scrollLeft + cut.left - left;
}
