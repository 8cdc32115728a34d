import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router';
import type { z } from 'zod';
import { FIELD_MESSAGES } from '#contract/fields.ts';
import { SCREENS } from '#contract/paths.ts';
import { PEOPLE_MESSAGES, peopleRoutes, updatePasswordForm } from '#contract/people.ts';
import { toast } from '#ui/feedback/toast.ts';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import card from '#ui/forms/form-card.module.css';
import { PasswordField } from '#ui/forms/password-field.tsx';
import { required } from '#ui/forms/required.ts';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { profileQuery, useSchool } from '#web/api/account.ts';
import { call } from '#web/api/client.ts';
import { showFieldErrors } from '#web/api/form-errors.ts';
import { NewPasswordInput } from '#web/forms/new-password-input.tsx';
import { useUnsavedFormGuard } from '#web/forms/use-unsaved-form-guard.ts';
import { UsernameField } from '#web/forms/username-field.tsx';
import { currentSession, updateSessionUser, useSession } from '#web/session/session.ts';
import { sessionsQuery } from './session-list.tsx';

const EMPTY = { existing_password: '', password: '', confirm_password: '' };

/** Changes one's own password and ends the other sessions. After a forced change it opens the newsletters. */
export function PasswordForm() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const owner = usePasswordOwner();
  // Not on devices whose keyboard would cover half of the screen, as the person may have come for another part of it.
  const isFocused = useLocation().hash === '' && window.matchMedia('(any-pointer: fine)').matches;
  const { form, props } = useSchemaForm(updatePasswordForm, EMPTY, (values) => update.mutate(values));
  const update = useMutation({
    mutationFn: (values: z.output<typeof updatePasswordForm>) =>
      call(peopleRoutes.updatePassword, {
        body: values,
        handles: showFieldErrors(form, { old_password: 'existing_password' }),
      }),
    // Read before the call: afterwards any response may say that the password need not be changed any more.
    onMutate: () => ({ isForced: currentSession()?.user.attributes.need_change_password ?? false }),
    onSuccess: async (_, __, { isForced }) => {
      toast.success(PEOPLE_MESSAGES.passwordUpdated);
      form.reset();
      // A profile that was requested earlier would say that the password still has to be changed.
      await queryClient.cancelQueries({ queryKey: profileQuery.queryKey });
      if (isForced) letIn();
      void queryClient.invalidateQueries({ queryKey: profileQuery.queryKey });
      void queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
      if (isForced) await navigate(SCREENS.newsletters);
    },
  });
  useUnsavedFormGuard(() => form.isDirty());
  return (
    <form {...props} className={`${card.card} ${card.form}`}>
      <UsernameField email={owner.email ?? ''} />
      <PasswordField
        {...required}
        label="Existing password"
        visibilityToggleButtonProps={{ 'aria-label': 'Show current password' }}
        autoComplete="current-password"
        autoFocus={isFocused}
        key={form.key('existing_password')}
        {...form.getInputProps('existing_password')}
      />
      <NewPasswordInput
        {...required}
        label="New password"
        owner={owner}
        description={FIELD_MESSAGES.passwordHint}
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
      <PasswordField
        {...required}
        label="Confirm new password"
        visibilityToggleButtonProps={{ 'aria-label': 'Show confirmed password' }}
        autoComplete="new-password"
        key={form.key('confirm_password')}
        {...form.getInputProps('confirm_password')}
      />
      <BusyButton className={card.submit ?? ''} busy={update.isPending} busyLabel="Changing…">
        Change password
      </BusyButton>
    </form>
  );
}

// Updates the session without another call: one might fail, and the person could not go on.
function letIn(): void {
  const user = currentSession()?.user;
  if (user === undefined) return;
  updateSessionUser({ ...user, attributes: { ...user.attributes, need_change_password: false } });
}

// Personal facts that a password must not contain.
function usePasswordOwner() {
  const person = useSession()?.user.attributes;
  const school = useSchool()?.attributes.name;
  if (person === undefined) return {};
  return {
    firstName: person.first_name,
    lastName: person.last_name,
    email: person.email,
    school: school ?? null,
  };
}
