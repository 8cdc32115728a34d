/** Of a form in which people prove in one way who they are. */
export interface WayProps {
  readonly onConfirmed: () => void;
  readonly onCancel: () => void;
}
