import { Modal, type ModalProps, useProps } from '@mantine/core';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import { ModalGuard } from './modal-guard.tsx';

interface DialogProps extends ModalProps {
  /** For a question: all of it is read out when the dialog opens. Readers go through longer content line by line. */
  readonly isReadOut?: boolean;
}

/** A dialog over the page, which takes all input until it is closed. */
export function Dialog({ isReadOut = false, ...given }: DialogProps) {
  const {
    title,
    withCloseButton = true,
    closeButtonProps,
    overlayProps,
    children,
    ...root
  } = useProps('Modal', {}, given);
  const content = (
    <>
      <ModalGuard />
      {children}
    </>
  );
  return (
    <Modal.Root {...root}>
      <Modal.Overlay {...overlayProps} />
      <Modal.Content>
        <Modal.Header>
          <Modal.Title>{title}</Modal.Title>
          {withCloseButton && <Modal.CloseButton {...closeButtonProps} />}
        </Modal.Header>
        {/* Mantine describes the dialog by its own body. */}
        {isReadOut ? <Modal.Body>{content}</Modal.Body> : <div className="mantine-Modal-body">{content}</div>}
      </Modal.Content>
    </Modal.Root>
  );
}
