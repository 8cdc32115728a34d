import { type HTMLAttributes, type KeyboardEvent, useEffect, useRef } from 'react';

/**
 * A toolbar of buttons that is a single tab stop: arrow keys, Home and End move between them, as WAI-ARIA specifies.
 * The `tabindex` of the buttons is set here.
 */
export function Toolbar({ children, ...props }: HTMLAttributes<HTMLDivElement> & { 'aria-label': string }) {
  const bar = useRef<HTMLDivElement>(null);
  // After each render: a button may be new, or the one that was the tab stop may be disabled or removed.
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
  // A popup that opens from a button handles its own keys.
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
