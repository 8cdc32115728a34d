import { TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { createNewsletterForm, type NewsletterListItem } from '#contract/newsletters.ts';
import { SCREENS, screenPath } from '#contract/paths.ts';
import { focusFirstError } from '../../api/form-errors.ts';
import { Breadcrumbs } from '../../kit/breadcrumbs.tsx';
import { BusyButton } from '../../kit/busy-button.tsx';
import { LATER_CHOICES, LAYOUT_CHOICES, LayoutCards } from '../../kit/layout-cards.tsx';
import type { LayoutChoice } from '../../kit/layout-picture.tsx';
import { PageTitle } from '../../kit/page-title.tsx';
import { ErrorState } from '../../kit/states.tsx';
import { CardsSkeleton } from './cards-skeleton.tsx';
import classes from './create-screen.module.css';
import { NewsletterCard } from './newsletter-card.tsx';
import cards from './newsletter-cards.module.css';
import { newestQuery, useCreateNewsletter } from './newsletter-data.ts';

const ABOVE = [
  { label: 'Dashboard', to: SCREENS.dashboard },
  { label: 'Newsletters', to: SCREENS.newsletters },
];

/** The start of a newsletter: its title, its layout (or a copy of the newest), and the newest ones below. */
export function Component() {
  const newest = useQuery(newestQuery);
  return (
    <>
      <Breadcrumbs above={ABOVE} here="Create newsletter" />
      <PageTitle lead="Nobody sees it until you publish. The title can be changed later.">
        Create newsletter
      </PageTitle>
      {newest.isPending ? (
        <CardsSkeleton count={3} />
      ) : (
        // Without the list there is still a newsletter to be made.
        <Start hasNewsletters={newest.isError || newest.data.length > 0} />
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

function Start({ hasNewsletters }: { hasNewsletters: boolean }) {
  const choices: readonly LayoutChoice[] = hasNewsletters ? LATER_CHOICES : LAYOUT_CHOICES;
  const form = useForm<{ title: string; layout: LayoutChoice }>({
    initialValues: { title: '', layout: hasNewsletters ? 'latest_template' : 'one_column' },
    validate: schemaResolver(startForm, { sync: true }),
    validateInputOnBlur: ['title'],
  });
  const create = useCreateNewsletter();
  const navigate = useNavigate();
  const title = useRef<HTMLInputElement>(null);
  useEffect(() => title.current?.focus(), []);
  const submit = form.onSubmit(
    (values) => create.mutate(values, { onSuccess: ({ id }) => navigate(screenPath('editor', { id })) }),
    focusFirstError(form),
  );
  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      <TextInput
        className={classes.title ?? ''}
        label="Newsletter title"
        placeholder="Newsletter Title"
        autoComplete="off"
        ref={title}
        {...form.getInputProps('title')}
      />
      <LayoutCards
        legend="Layout"
        choices={choices}
        value={form.values.layout}
        onChange={(layout) => form.setFieldValue('layout', layout)}
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
