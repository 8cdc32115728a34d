import { PasswordInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { PEOPLE_MESSAGES, peopleRoutes, profileForm } from '#contract/people.ts';
import { toast } from '#ui/feedback/toast.ts';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import card from '#ui/forms/form-card.module.css';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { call } from '#web/api/client.ts';
import { showFieldErrors } from '#web/api/form-errors.ts';
import { queryKeys } from '#web/api/query-keys.ts';
import { ContactFields, PersonFields } from '#web/forms/form-fields.tsx';
import { useUnsaved } from '#web/forms/use-unsaved.tsx';
import { useUnsavedFormGuard } from '#web/forms/use-unsaved-form-guard.ts';
import { type Session, updateSessionUser } from '#web/session/session.ts';
import { PendingEmail } from './pending-email.tsx';

type Person = Session['user']['attributes'];
const FIELDS = ['first_name', 'last_name', 'email', 'telephone', 'address'] as const;
type Details = Record<(typeof FIELDS)[number] | 'existing_password', string>;

// Whether the password is needed is seen by the address; the server says so where it is missing.
const detailsForm = profileForm.extend({ existing_password: z.string() });

/** Changes the own details; only what differs is sent. A new e-mail waits for the link that is mailed to it. */
export function DetailsForm({ person }: { person: Person }) {
  const queryClient = useQueryClient();
  const { first_name, last_name, email, telephone, address } = person;
  const stored = { first_name, last_name, email, telephone, address };
  const initial: Details = { ...stored, existing_password: '' };
  const [wanted, setWanted] = useState(email);
  const { form, props } = useSchemaForm(detailsForm, initial, (values) => update.mutate(values));
  const update = useMutation({
    mutationFn: (values: Details) =>
      call(peopleRoutes.updateProfile, { body: changesOf(values, person), handles: showFieldErrors(form) }),
    onSuccess: ({ user }, values) => {
      queryClient.setQueryData(queryKeys.profile, user.data);
      updateSessionUser(user.data);
      toast.success(PEOPLE_MESSAGES.profileUpdated);
      if (isOther(values.email, user.data.attributes.email))
        form.setFieldValue('email', user.data.attributes.email);
      form.setFieldValue('existing_password', '');
      form.resetDirty();
      unsaved.forget();
    },
  });
  form.watch('email', ({ value }) => setWanted(value));
  const unsaved = useUnsaved('my-details', stored, form.setValues);
  useUnsavedFormGuard(() => form.isDirty());
  return (
    <form {...props} className={`${card.card} ${card.form}`} onChange={() => unsaved.keep(form.getValues())}>
      {unsaved.offer}
      <PersonFields
        form={form}
        optionalNames
        emailHint="You log in with it. A new one counts once you have followed the link that we mail there."
      />
      {isOther(wanted, email) && (
        <PasswordInput
          label="Your password"
          description="A new email address is a new way into your account, so we ask that it is you."
          autoComplete="current-password"
          key={form.key('existing_password')}
          {...form.getInputProps('existing_password')}
        />
      )}
      {person.pending_email !== null && (
        <PendingEmail
          email={email}
          wanted={person.pending_email}
          onGone={() => form.getInputNode('email')?.focus()}
        />
      )}
      <ContactFields form={form} />
      <BusyButton className={card.submit ?? ''} busy={update.isPending} busyLabel="Saving…">
        Save
      </BusyButton>
    </form>
  );
}

function isOther(typed: string, email: string): boolean {
  return typed.trim().toLowerCase() !== email;
}

function changesOf(values: Details, person: Person): Partial<Details> {
  const { existing_password } = values;
  const fields = FIELDS.filter((field) => values[field] !== person[field]);
  return {
    ...Object.fromEntries(fields.map((field) => [field, values[field]])),
    ...(isOther(values.email, person.email) && existing_password !== '' && { existing_password }),
  };
}
