import { type HTMLAttributes, type KeyboardEvent, useEffect, useRef } from 'react';

/**
 * Buttons that are one stop of Tab: arrow keys, Home and End go along them, the way WAI-ARIA has it for toolbars. Its buttons get
 * their `tabindex` here.
 */
export function Toolbar({ children, ...props }: HTMLAttributes<HTMLDivElement> & { 'aria-label': string }) {
  const bar = useRef<HTMLDivElement>(null);
  // After each drawing: a button may be new, or the one that was the stop may be disabled or gone.
  useEffect(() => {
    const buttons = buttonsIn(bar.current);
    makeStop(buttons, buttons.find((each) => each.tabIndex === 0) ?? buttons[0]);
  });
  const move = (event: KeyboardEvent) => {
    const buttons = buttonsIn(bar.current);
    const at = buttons.findIndex((each) => each === event.target);
    const next = at === -1 ? undefined : buttonAt(buttons, at, event.key);
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    next.focus();
  };
  return (
    <div
      {...props}
      ref={bar}
      role="toolbar"
      onKeyDown={move}
      onFocus={({ target }) => {
        const buttons = buttonsIn(bar.current);
        const focused = buttons.find((each) => each.isSameNode(target));
        if (focused !== undefined) makeStop(buttons, focused);
      }}
    >
      {children}
    </div>
  );
}

function buttonsIn(bar: HTMLElement | null): readonly HTMLButtonElement[] {
  // What opens from a button has keys of its own.
  return [...(bar?.querySelectorAll<HTMLButtonElement>('button:enabled') ?? [])].filter(
    (button) => button.closest('[role="toolbar"], [role="dialog"], [role="menu"]') === bar,
  );
}

function makeStop(buttons: readonly HTMLButtonElement[], stop: HTMLButtonElement | undefined): void {
  for (const button of buttons) button.tabIndex = button === stop ? 0 : -1;
}

function buttonAt(
  buttons: readonly HTMLButtonElement[],
  at: number,
  key: string,
): HTMLButtonElement | undefined {
  if (key === 'Home') return buttons[0];
  if (key === 'End') return buttons.at(-1);
  const step = STEPS.get(key);
  return step === undefined ? undefined : buttons[(at + step + buttons.length) % buttons.length];
}

const STEPS: ReadonlyMap<string, number> = new Map([
  ['ArrowRight', 1],
  ['ArrowLeft', -1],
]);
