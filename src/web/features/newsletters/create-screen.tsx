import { TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { z } from 'zod';
import { createNewsletterForm, type NewsletterListItem } from '#contract/newsletters.ts';
import { SCREENS } from '#contract/paths.ts';
import type { SchoolResource } from '#contract/school.ts';
import { findTemplate } from '#newsletter/templates/index.ts';
import { afterPress } from '#ui/after-press.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { ErrorState } from '#ui/feedback/states.tsx';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { type ChoiceCard, ChoiceCards } from '#ui/forms/choice-cards.tsx';
import { focusFirstError } from '#ui/forms/focus-first-error.ts';
import { PageTitle } from '#ui/page-title.tsx';
import { useSchool } from '#web/api/account.ts';
import { useUnloadGuard } from '#web/forms/use-unsaved-form-guard.ts';
import { LAYOUT_CHOICES, layoutCard, layoutCards } from '#web/newsletter-ui/layout-cards.tsx';
import { ofKind, savedItemsQuery } from '#web/newsletter-ui/saved-items/saved-data.ts';
import { CardPicture, useTemplateCards } from '#web/newsletter-ui/template-cards.tsx';
import { todayIn } from '#web/newsletter-ui/templates.ts';
import { CardsSkeleton } from './cards-skeleton.tsx';
import classes from './create-screen.module.css';
import { NewsletterCard } from './newsletter-card.tsx';
import cards from './newsletter-cards.module.css';
import { newestQuery, type Start, useCreateNewsletter } from './newsletter-data.ts';
import { OwnTemplateActions, useOwnTemplateCards } from './own-templates.tsx';

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
      <PageTitle>Create newsletter</PageTitle>
      {newest.isPending || !school ? (
        <CardsSkeleton count={3} />
      ) : (
        // If the list cannot be loaded, a newsletter can still be created.
        <StartForm newest={newest.isError ? 'unknown' : (newest.data[0] ?? null)} school={school} />
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

function StartForm({
  newest,
  school,
}: {
  newest: NewsletterListItem | 'unknown' | null;
  school: SchoolResource['attributes'];
}) {
  const form = useForm<{ title: string; start: Start }>({
    initialValues: { title: '', start: newest === null ? 'one_column' : 'latest_template' },
    validate: schemaResolver(startForm, { sync: true }),
  });
  const create = useCreateNewsletter(school);
  const title = useRef<HTMLInputElement>(null);
  const suggested = useRef('');
  const name = useId();
  const templates = useTemplateCards(school).map(withoutSubtitle);
  const own = ofKind(useQuery(savedItemsQuery).data, 'template');
  const ownCards = useOwnTemplateCards(own, school);
  const latest = newest === null ? [] : [latestCard(newest, school.language)];
  const { start } = form.values;
  const chosen = typeof start === 'string' ? start : start.id;
  const choose = (next: Start) => {
    form.setFieldValue('start', next);
    // A template suggests its title, but does not overwrite a typed one.
    if (form.values.title.trim() !== suggested.current) return;
    const today = todayIn(school.time_zone);
    suggested.current = suggestedTitle(next, today);
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
      {own.length > 0 && (
        <div>
          <ChoiceCards
            name={name}
            legend="Your templates"
            cards={ownCards}
            value={chosen}
            onChange={(id) => {
              const template = own.find((each) => each.id === id);
              if (template !== undefined) choose(template);
            }}
          />
          {own.map(
            (template) =>
              template.id === chosen && (
                <OwnTemplateActions
                  key={template.id}
                  template={template}
                  onDeleted={() => {
                    choose('one_column');
                    title.current?.focus();
                  }}
                />
              ),
          )}
        </div>
      )}
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

function suggestedTitle(start: Start, today: string): string {
  if (typeof start === 'string') return '';
  return 'attributes' in start ? start.attributes.name : start.newsletterTitle({ today });
}

/** The newest newsletter, as it is, which its next issue begins with. */
function latestCard(newest: NewsletterListItem | 'unknown', language: string): ChoiceCard<string> {
  const card = layoutCard('latest_template', language);
  if (newest === 'unknown') return withoutSubtitle(card);
  const { title, body, layout_type } = newest.attributes;
  return { ...card, subtitle: title, picture: <CardPicture page={body} layout={layout_type} /> };
}

// Its title and picture say enough here.
function withoutSubtitle<Value extends string>(card: ChoiceCard<Value>): ChoiceCard<Value> {
  return { ...card, subtitle: undefined };
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
