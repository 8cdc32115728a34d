import '@mantine/core/styles/Overlay.layer.css';
import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';

/** A dialog that can be closed only by an answer. `size`: its width in pixels. */
export function Question({ title, size, children }: { title: string; size: number; children: ReactNode }) {
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={title}
      size={size}
    >
      {children}
    </Modal>
  );
}
