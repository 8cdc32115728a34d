import { useMutation, useQueryClient } from '@tanstack/react-query';
import { PEOPLE_MESSAGES, peopleRoutes, profileForm } from '#contract/people.ts';
import { call } from '../../api/client.ts';
import { showFieldErrors } from '../../api/form-errors.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { BusyButton } from '../../kit/busy-button.tsx';
import card from '../../kit/form-card.module.css';
import { ContactFields, PersonFields } from '../../kit/form-fields.tsx';
import { toast } from '../../kit/toast.ts';
import { useAskBeforeLeaving } from '../../kit/use-ask-before-leaving.ts';
import { useSchemaForm } from '../../kit/use-schema-form.ts';
import { type Session, updateSessionUser } from '../../session.ts';

type Person = Session['user']['attributes'];
const FIELDS = ['first_name', 'last_name', 'email', 'telephone', 'address'] as const;
type Details = Record<(typeof FIELDS)[number], string>;

/** Changes the own details; only what differs is sent. A new e-mail waits for the link that is mailed to it. */
export function DetailsForm({ person }: { person: Person }) {
  const queryClient = useQueryClient();
  const { first_name, last_name, email, telephone, address } = person;
  const initial = { first_name, last_name, email, telephone, address };
  const { form, props } = useSchemaForm(profileForm, initial, (values) => update.mutate(values));
  const update = useMutation({
    mutationFn: (values: Details) =>
      call(peopleRoutes.updateProfile, { body: changesOf(values, person), handles: showFieldErrors(form) }),
    onSuccess: ({ user }, values) => {
      queryClient.setQueryData(queryKeys.profile, user.data);
      updateSessionUser(user.data);
      toast.success(PEOPLE_MESSAGES.profileUpdated);
      const wanted = values.email.trim().toLowerCase();
      if (wanted !== user.data.attributes.email) {
        toast.info(
          `To use ${wanted}, follow the link that we have mailed there. Until then your old address stays.`,
        );
        form.setFieldValue('email', user.data.attributes.email);
      }
      form.resetDirty();
    },
  });
  useAskBeforeLeaving(() => form.isDirty());
  return (
    <form {...props} className={`${card.card} ${card.form}`}>
      <PersonFields
        form={form}
        emailHint="You log in with it. A new one counts once you have followed the link that we mail there."
      />
      <ContactFields form={form} />
      <BusyButton className={card.submit ?? ''} busy={update.isPending} busyLabel="Saving…">
        Save
      </BusyButton>
    </form>
  );
}

function changesOf(values: Details, person: Person): Partial<Details> {
  return Object.fromEntries(
    FIELDS.filter((field) => values[field] !== person[field]).map((field) => [field, values[field]]),
  );
}
