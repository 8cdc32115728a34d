import { Button, TextInput } from '@mantine/core';
import { useEffect, useMemo, useRef } from 'react';
import { inColours } from '#newsletter/designs/colours.ts';
import { DEFAULT_DESIGN, designId } from '#newsletter/designs/index.ts';
import { fullDate } from '#newsletter/values/dates.ts';
import { dayIn } from '#newsletter/values/time-zone.ts';
import { useProfile } from '#web/api/account.ts';
import { canvasDocument } from '#web/features/editor/kernel/state/editor-state.ts';
import { act } from '#web/features/editor/kernel/state/editor-store.ts';
import { useEditor, useTools } from '#web/features/editor/kernel/tools.tsx';
import { DesignCards } from '#web/newsletter-ui/designs/design-cards.tsx';
import { changeDesign, setIssueDate } from './change-design.ts';
import { ColourChoice } from './colour-choice.tsx';
import classes from './design-panel.module.css';
import { useMakeItOurs } from './use-make-it-ours.ts';

/** The choices for the newsletter's looks, beside the canvas. */
export function DesignFields() {
  return (
    <div className={classes.fields}>
      <DesignChoice />
      <IssueDate />
      <ColourChoice />
    </div>
  );
}

/** The designs to choose from, each shown with the newsletter's content. */
export function DesignChoice() {
  const { editing, school, designPages } = useTools();
  const chosen = useEditor((state) => state.document.design);
  const colours = useEditor((state) => state.document.colours);
  const value = chosen ?? designId(school.design) ?? DEFAULT_DESIGN;
  useShownPages();
  return (
    <DesignCards
      label="Design"
      pages={designPages}
      school={inColours(school, colours)}
      value={value}
      onChange={(design) => changeDesign(editing, design, school.design)}
    >
      <MakeItOurs />
    </DesignCards>
  );
}

/** The delay after a change, in milliseconds: drawing all designs takes the worker a moment. */
const DRAW_DELAY = 300;

// Draws the pictures while they are shown, and again after each change.
function useShownPages(): void {
  const { editing, school, designPages } = useTools();
  useEffect(() => {
    const draw = () => {
      const state = editing.store.getState();
      designPages.show({
        title: state.title,
        document: canvasDocument(state),
        school,
        today: dayIn(school.time_zone, new Date()),
      });
    };
    let timer = setTimeout(draw, 0);
    const stop = editing.store.subscribe((now, before) => {
      if (
        now.document === before.document &&
        now.title === before.title &&
        now.workingCopies === before.workingCopies
      )
        return;
      clearTimeout(timer);
      timer = setTimeout(draw, DRAW_DELAY);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [editing, school, designPages]);
}

function MakeItOurs() {
  const chosen = useEditor((state) => state.document.design);
  const isOwner = useProfile()?.attributes.role === 'owner';
  const { isPending, mutate } = useMakeItOurs();
  if (chosen === null || !isOwner) return null;
  return (
    <div className={classes.ours}>
      <p>Use it for every new newsletter?</p>
      <Button
        variant="default"
        size="sm"
        aria-disabled={isPending}
        onClick={() => isPending || mutate(chosen)}
      >
        Make it ours
      </Button>
    </div>
  );
}

/** The field for the date of the issue. */
export function IssueDate() {
  const { editing, school } = useTools();
  const day = useEditor((state) => state.document.issueDate);
  const today = useMemo(() => dayIn(school.time_zone, new Date()), [school]);
  const field = useRef<HTMLInputElement>(null);
  // Not the prop `value`, which would clear a half-typed date.
  useEffect(() => {
    if (field.current !== null && field.current.value !== (day ?? '')) field.current.value = day ?? '';
  }, [day]);
  return (
    <TextInput
      type="date"
      label="Issue date"
      className={classes.date ?? ''}
      ref={field}
      defaultValue={day ?? ''}
      description={
        day === null
          ? `Empty: the day of publishing. Today that is ${fullDate(today, 'en')}.`
          : fullDate(day, 'en')
      }
      inputWrapperOrder={['label', 'input', 'description']}
      onChange={({ currentTarget: { value, validity } }) => {
        // A half-typed date reports an empty value, a half-typed year one of the first centuries.
        if (!validity.badInput && !value.startsWith('0')) act(editing.store, setIssueDate, value);
      }}
    />
  );
}
