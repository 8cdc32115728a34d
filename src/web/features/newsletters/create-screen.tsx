import { TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { z } from 'zod';
import { createNewsletterForm, type NewsletterListItem } from '#contract/newsletters.ts';
import { SCREENS } from '#contract/paths.ts';
import type { SchoolResource } from '#contract/school.ts';
import { findTemplate } from '#newsletter/templates/index.ts';
import type { Template } from '#newsletter/templates/template.ts';
import { afterPress } from '#ui/after-press.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { ErrorState } from '#ui/feedback/states.tsx';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { ChoiceCards } from '#ui/forms/choice-cards.tsx';
import { focusFirstError } from '#ui/forms/focus-first-error.ts';
import { PageTitle } from '#ui/page-title.tsx';
import { useSchool } from '#web/api/account.ts';
import { useUnloadGuard } from '#web/forms/use-unsaved-form-guard.ts';
import { CHOICES_WITH_LATEST, LAYOUT_CHOICES, layoutCards } from '#web/newsletter-ui/layout-cards.tsx';
import type { LayoutChoice } from '#web/newsletter-ui/layout-picture.tsx';
import { useTemplateCards } from '#web/newsletter-ui/template-cards.tsx';
import { todayIn } from '#web/newsletter-ui/templates.ts';
import { CardsSkeleton } from './cards-skeleton.tsx';
import classes from './create-screen.module.css';
import { NewsletterCard } from './newsletter-card.tsx';
import cards from './newsletter-cards.module.css';
import { newestQuery, useCreateNewsletter } from './newsletter-data.ts';

const ABOVE = [
  { label: 'Dashboard', to: SCREENS.dashboard },
  { label: 'Newsletters', to: SCREENS.newsletters },
];

/** Creates a newsletter from a title and a start: a layout, a copy of the newest, or a template. */
export function Component() {
  const newest = useQuery(newestQuery);
  const school = useSchool()?.attributes;
  return (
    <>
      <Breadcrumbs above={ABOVE} here="Create newsletter" />
      <PageTitle lead="Nobody sees it until you publish. The title can be changed later.">
        Create newsletter
      </PageTitle>
      {newest.isPending || !school ? (
        <CardsSkeleton count={3} />
      ) : (
        // If the list cannot be loaded, a newsletter can still be created.
        <Start hasNewsletters={newest.isError || newest.data.length > 0} school={school} />
      )}
      {newest.isError && (
        <ErrorState
          title="We could not load your newest newsletters"
          error={newest.error}
          onRetry={() => void newest.refetch()}
        />
      )}
      {newest.data !== undefined && newest.data.length > 0 && <Newest newsletters={newest.data} />}
    </>
  );
}

const startForm = z.object({ title: createNewsletterForm.shape.title });

function Start({
  hasNewsletters,
  school,
}: {
  hasNewsletters: boolean;
  school: SchoolResource['attributes'];
}) {
  const choices: readonly LayoutChoice[] = hasNewsletters ? CHOICES_WITH_LATEST : LAYOUT_CHOICES;
  const form = useForm<{ title: string; start: LayoutChoice | Template }>({
    initialValues: { title: '', start: hasNewsletters ? 'latest_template' : 'one_column' },
    validate: schemaResolver(startForm, { sync: true }),
  });
  const create = useCreateNewsletter(school);
  const title = useRef<HTMLInputElement>(null);
  const suggested = useRef('');
  const name = useId();
  const templates = useTemplateCards(school);
  const { start } = form.values;
  const chosen = typeof start === 'string' ? start : start.id;
  const choose = (next: LayoutChoice | Template) => {
    form.setFieldValue('start', next);
    // A template suggests its title, but does not overwrite a typed one.
    if (form.values.title.trim() !== suggested.current) return;
    const today = todayIn(school.time_zone);
    suggested.current = typeof next === 'string' ? '' : next.newsletterTitle({ today });
    form.setFieldValue('title', suggested.current);
  };
  useUnloadGuard(() => form.values.title.trim() !== suggested.current);
  useEffect(() => title.current?.focus(), []);
  const submit = form.onSubmit((values) => create.mutate(values), focusFirstError(form));
  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      <TextInput
        className={classes.title ?? ''}
        label="Newsletter title"
        placeholder="Newsletter Title"
        autoComplete="off"
        ref={title}
        {...form.getInputProps('title')}
        onBlur={() => afterPress(() => form.validateField('title'))}
      />
      <ChoiceCards
        name={name}
        legend="Layout"
        cards={layoutCards(choices, school.language)}
        value={chosen}
        onChange={choose}
      />
      <ChoiceCards
        name={name}
        legend="Or begin with a ready-made newsletter"
        cards={templates}
        value={chosen}
        onChange={(id) => {
          const template = findTemplate(id);
          if (template !== null) choose(template);
        }}
      />
      <div>
        <BusyButton busy={create.isPending} busyLabel="Creating…">
          Create newsletter
        </BusyButton>
      </div>
    </form>
  );
}

function Newest({ newsletters }: { newsletters: readonly NewsletterListItem[] }) {
  return (
    <section className={classes.newest} aria-labelledby="newest">
      <h2 id="newest" className={classes.heading}>
        Your newest newsletters
      </h2>
      <ul className={cards.cards}>
        {newsletters.map((newsletter) => (
          <li key={newsletter.id}>
            <NewsletterCard newsletter={newsletter} />
          </li>
        ))}
      </ul>
    </section>
  );
}
