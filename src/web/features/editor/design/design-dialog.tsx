import '@mantine/core/styles/Overlay.layer.css';
import { Modal } from '@mantine/core';
import { DesignFields } from './design-panel.tsx';

/** The choice of the design where there is no room for it beside the canvas. */
export function DesignDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Design" size={400}>
      <DesignFields />
    </Modal>
  );
}
