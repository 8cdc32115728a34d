import { TextInput } from '@mantine/core';
import { schemaResolver, type UseFormReturnType, useForm } from '@mantine/form';
import { useId, useRef } from 'react';
import { z } from 'zod';
import { createNewsletterForm, type NewsletterListItem } from '#contract/newsletters.ts';
import type { SchoolResource } from '#contract/school.ts';
import { findTemplate } from '#newsletter/templates/index.ts';
import { afterPress } from '#ui/after-press.ts';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { type ChoiceCard, ChoiceCards } from '#ui/forms/choice-cards.tsx';
import { focusFirstError } from '#ui/forms/focus-first-error.ts';
import { takeFocus } from '#ui/take-focus.ts';
import { useUnloadGuard } from '#web/forms/use-unsaved-form-guard.ts';
import { LAYOUT_CHOICES, layoutCard, layoutCards } from '#web/newsletter-ui/layout-cards.tsx';
import { CardPicture, useTemplateCards } from '#web/newsletter-ui/template-cards.tsx';
import { todayIn } from '#web/newsletter-ui/templates.ts';
import classes from './create-screen.module.css';
import { type Start, useCreateNewsletter } from './newsletter-data.ts';
import { OwnTemplates } from './own-templates.tsx';

const startForm = z.object({ title: createNewsletterForm.shape.title });
type StartValues = { title: string; start: Start };

/** Asks for a title and a start. `newest`: null if the school has no newsletter yet. */
export function StartForm({
  newest,
  school,
}: {
  newest: NewsletterListItem | 'unknown' | null;
  school: SchoolResource['attributes'];
}) {
  const form = useForm<StartValues>({
    initialValues: { title: '', start: newest === null ? 'one_column' : 'latest_template' },
    validate: schemaResolver(startForm, { sync: true }),
  });
  const create = useCreateNewsletter(school);
  const name = useId();
  const templates = useTemplateCards(school).map(withoutSubtitle);
  const latest = newest === null ? [] : [latestCard(newest, school.language)];
  const { start } = form.values;
  const chosen = typeof start === 'string' ? start : start.id;
  const choose = useSuggestedTitle(form, school.time_zone);
  const submit = form.onSubmit((values) => create.mutate(values), focusFirstError(form));
  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      <TextInput
        className={classes.title ?? ''}
        label="Newsletter title"
        placeholder="Newsletter Title"
        autoComplete="off"
        ref={takeFocus}
        {...form.getInputProps('title')}
        onBlur={() => afterPress(() => form.validateField('title'))}
      />
      <ChoiceCards
        name={name}
        legend="Begin with"
        isInOneRow
        cards={[...latest, ...templates]}
        value={chosen}
        onChange={(id) => {
          if (id === 'latest_template') choose(id);
          const template = findTemplate(id);
          if (template !== null) choose(template);
        }}
      />
      <OwnTemplates
        name={name}
        school={school}
        chosen={chosen}
        onChoose={choose}
        onDeleted={() => {
          choose('one_column');
          form.getInputNode('title')?.focus();
        }}
      />
      <ChoiceCards
        name={name}
        legend="Or empty"
        isCompact
        cards={layoutCards(LAYOUT_CHOICES, school.language).map(withoutSubtitle)}
        value={chosen}
        onChange={choose}
      />
      <div className={classes.submit}>
        <BusyButton busy={create.isPending} busyLabel="Creating…">
          Create newsletter
        </BusyButton>
        <p className={classes.hint}>Nobody sees it until you publish.</p>
      </div>
    </form>
  );
}

/** Chooses a start, which suggests a title unless one has been typed. */
function useSuggestedTitle(form: UseFormReturnType<StartValues>, zone: string): (start: Start) => void {
  const suggested = useRef('');
  useUnloadGuard(() => form.values.title.trim() !== suggested.current);
  return (start) => {
    form.setFieldValue('start', start);
    if (form.values.title.trim() !== suggested.current) return;
    suggested.current = suggestedTitle(start, todayIn(zone));
    form.setFieldValue('title', suggested.current);
  };
}

function suggestedTitle(start: Start, today: string): string {
  if (typeof start === 'string') return '';
  return 'attributes' in start ? start.attributes.name : start.newsletterTitle({ today });
}

/** The card for the newest newsletter's next issue, with the newsletter as it is. */
function latestCard(newest: NewsletterListItem | 'unknown', language: string): ChoiceCard<string> {
  const card = layoutCard('latest_template', language);
  if (newest === 'unknown') return withoutSubtitle(card);
  const { title, body, layout_type } = newest.attributes;
  return { ...card, subtitle: title, picture: <CardPicture page={body} layout={layout_type} /> };
}

// Title and picture are enough here.
function withoutSubtitle<Value extends string>(card: ChoiceCard<Value>): ChoiceCard<Value> {
  return { ...card, subtitle: undefined };
}
