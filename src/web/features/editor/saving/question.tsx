import type { ReactNode } from 'react';
import { Dialog } from '#ui/dialogs/dialog.tsx';

interface QuestionProps {
  readonly title: string;
  /** The width in pixels. */
  readonly size: number;
  /** Handles Escape, where the question may be answered later. */
  readonly onLater?: () => void;
  readonly children: ReactNode;
}

/** A dialog that can be closed only by an answer. */
export function QuestionDialog({ title, size, onLater, children }: QuestionProps) {
  return (
    <Dialog
      isReadOut
      opened
      onClose={onLater ?? (() => undefined)}
      withCloseButton={false}
      closeOnEscape={onLater !== undefined}
      closeOnClickOutside={false}
      title={title}
      size={size}
    >
      {children}
    </Dialog>
  );
}
