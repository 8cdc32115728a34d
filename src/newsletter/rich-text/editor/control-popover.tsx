import { ActionIcon, Popover } from '@mantine/core';
import type { Editor } from '@tiptap/react';
import { type ReactNode, useRef } from 'react';
import { clearOfWords } from './clear-of-words.ts';
import classes from './rich-text.module.css';

/** A control of the toolbar that opens a few fields beside the text and keeps the selection in it. */
export function ControlPopover({
  editor,
  title,
  label = title,
  shortcuts,
  icon,
  isPressed,
  isOpen,
  onOpen,
  onChange,
  children,
}: {
  editor: Editor;
  /** The name of the popover. */
  title: string;
  /** The name of the button, if it differs. */
  label?: string;
  /** The value of `aria-keyshortcuts`. */
  shortcuts?: string;
  icon: ReactNode;
  isPressed: boolean;
  isOpen: boolean;
  onOpen: () => void;
  onChange: (isOpen: boolean) => void;
  children: ReactNode;
}) {
  const dropdown = useRef<HTMLDivElement>(null);
  return (
    <Popover
      opened={isOpen}
      onChange={onChange}
      trapFocus
      position="bottom"
      width={300}
      withinPortal
      transitionProps={{ onEntered: () => clearOfWords(editor, dropdown.current) }}
    >
      <Popover.Target>
        <ActionIcon
          size={32}
          className={classes.control}
          aria-label={label}
          aria-keyshortcuts={shortcuts}
          aria-pressed={isPressed}
          onMouseDown={(event) => event.preventDefault()}
          onClick={onOpen}
        >
          {icon}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown ref={dropdown} aria-label={title} className={classes.link ?? ''}>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}
