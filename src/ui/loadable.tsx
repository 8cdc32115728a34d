import { Button } from '@mantine/core';
import { type ComponentType, createElement, useEffect, useState } from 'react';
import { RELOAD } from '#ui/feedback/reload.ts';
import classes from './loadable.module.css';

/** A component whose code is loaded when it is first rendered, or before that by `preload`. */
export type Loadable<Props> = ComponentType<Props> & {
  /** Rejects if the code cannot be loaded. */
  readonly preload: () => Promise<void>;
};

/**
 * Loads a component on demand. Not with React's `lazy`: once loaded, it renders at once without suspending, so that
 * nothing flashes and the focus can move into it, and a failure is shown in its place. `Instead` is rendered until
 * then.
 */
export function loadable<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Instead: ComponentType<{ readonly hasFailed: boolean }> = insteadOf('fields'),
): Loadable<Props> {
  let loaded: ComponentType<Props> | null = null;
  const preload = async () => {
    loaded ??= await load();
  };
  function LoadedPart(props: Props) {
    const [Part, setPart] = useState(() => loaded);
    const [hasFailed, setFailed] = useState(false);
    useEffect(() => {
      if (Part !== null) return;
      preload().then(
        () => setPart(() => loaded),
        () => setFailed(true),
      );
    }, [Part]);
    if (Part !== null) return createElement(Part, props);
    return <Instead hasFailed={hasFailed} />;
  }
  return Object.assign(LoadedPart, { preload });
}

/** A placeholder that shows nothing, also after a failure. */
export const Nothing = () => null;

/** A placeholder that shows nothing until the loading fails, and then says so. */
export function onlyFailureOf(what: string): ComponentType<{ readonly hasFailed: boolean }> {
  return ({ hasFailed }) => hasFailed && <Failure what={what} />;
}

/** A placeholder for the component that is loading, named by `what`: 'text field'. */
export function insteadOf(what: string): ComponentType<{ readonly hasFailed: boolean }> {
  return ({ hasFailed }) => (hasFailed ? <Failure what={what} /> : <Waiting what={what} />);
}

function Failure({ what }: { what: string }) {
  return (
    <div className={classes.waiting} role="alert">
      <p>
        The {what} could not be loaded. What you typed before is kept. Reload the page to go on, once you are
        online.
      </p>
      <Button variant="default" onClick={RELOAD.run}>
        {RELOAD.label}
      </Button>
    </div>
  );
}

// While an element with `data-loading-field` exists, the focus waits for the field.
function Waiting({ what }: { what: string }) {
  return (
    <div className={classes.waiting} data-loading-field="" role="status">
      <span className="visually-hidden">Loading the {what}</span>
    </div>
  );
}
