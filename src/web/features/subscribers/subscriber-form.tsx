import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { z } from 'zod';
import { SUBSCRIBERS_ADDRESS } from '#contract/paths.ts';
import { namelessSubscriberForm, subscriberForm } from '#contract/subscribers.ts';
import { toast } from '#ui/feedback/toast.ts';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import card from '#ui/forms/form-card.module.css';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { showFieldErrors } from '#web/api/form-errors.ts';
import { invalidateFamilies, useGroupsInUse } from '#web/api/groups.ts';
import { PersonFields } from '#web/forms/form-fields.tsx';
import { useSuggestedAddress } from '#web/forms/suggested-address.tsx';
import { useUnsavedFormGuard } from '#web/forms/use-unsaved-form-guard.ts';
import { GroupField } from './group-field.tsx';

type Values = z.output<typeof subscriberForm>;

interface SubscriberFormProps {
  /** Whether the names may be empty, as for a person who signed up without any. */
  readonly isNameOptional?: boolean;
  readonly initial: Values;
  /** The button's label: 'Add subscriber'. */
  readonly submitLabel: string;
  readonly busyLabel: string;
  /** The toast after saving. */
  readonly done: string;
  /** The address of the list to return to. */
  readonly list?: string;
  /** `before`: the values that the form began with. */
  readonly save: (values: Values, handles: (error: ApiError) => boolean, before: Values) => Promise<unknown>;
}

/** The form for a subscriber's name, email and groups. After saving it returns to the list. */
export function SubscriberForm({
  isNameOptional = false,
  initial,
  submitLabel,
  busyLabel,
  done,
  list,
  save,
}: SubscriberFormProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const groups = useGroupsInUse();
  const meant = useSuggestedAddress();
  const { form, props } = useSchemaForm(
    isNameOptional ? namelessSubscriberForm : subscriberForm,
    initial,
    (values) => {
      if (meant.mayBeSent(values.email)) saving.mutate(values);
    },
  );
  const saving = useMutation({
    // If no groups are offered, the subscriber's groups are not changed.
    mutationFn: ({ group_ids, ...details }: Values) =>
      save(
        groups.length > 0 ? { ...details, group_ids } : details,
        showFieldErrors(form),
        form.getInitialValues(),
      ),
    onSuccess: async () => {
      await invalidateFamilies(client);
      toast.success(done);
      await navigate(list ?? SUBSCRIBERS_ADDRESS);
    },
  });
  useUnsavedFormGuard(() => form.isDirty());
  return (
    <form {...props} className={`${card.card} ${card.form}`}>
      <PersonFields form={form} section="off" />
      {meant.hint(form, submitLabel)}
      {groups.length > 0 && <GroupField form={form} groups={groups} />}
      <BusyButton className={card.submit ?? ''} busy={saving.isPending} busyLabel={busyLabel}>
        {submitLabel}
      </BusyButton>
    </form>
  );
}
