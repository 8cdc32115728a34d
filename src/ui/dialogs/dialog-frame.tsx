import { type ComponentProps, type FocusEvent, useRef } from 'react';

/**
 * A document in a dialog, without scripts. The page does not get the frame's keys: Escape is passed on, and after its
 * last link the dialog's first control follows.
 */
export function DialogFrame(
  props: Omit<ComponentProps<'iframe'>, 'sandbox' | 'ref' | 'onLoad'> & { title: string },
) {
  const frame = useRef<HTMLIFrameElement>(null);
  const passEscapeOn = () =>
    frame.current?.contentDocument?.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape')
        frame.current?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    });
  const goRound = ({ currentTarget, relatedTarget }: FocusEvent) => {
    const dialog = currentTarget.closest('[role="dialog"]');
    const first = dialog?.querySelector<HTMLElement>('button');
    // Backwards from the first control, the frame is the last stop.
    if (relatedTarget !== null && relatedTarget === first) frame.current?.focus();
    else first?.focus();
  };
  return (
    <>
      {/* Without its own origin the frame would keep its keys; without scripts it can do nothing with the origin. */}
      <iframe {...props} ref={frame} sandbox="allow-same-origin" onLoad={passEscapeOn} />
      <button type="button" className="visually-hidden" onFocus={goRound}>
        End of ‘{props.title}’
      </button>
    </>
  );
}
