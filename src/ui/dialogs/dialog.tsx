import { Modal, type ModalProps } from '@mantine/core';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import { ModalGuard } from './modal-guard.tsx';

/** A dialog over the page, which takes all input until it is closed. */
export function Dialog({ children, ...props }: ModalProps) {
  return (
    <Modal {...props}>
      <ModalGuard />
      {children}
    </Modal>
  );
}
