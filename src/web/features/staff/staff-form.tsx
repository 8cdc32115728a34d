import { Button } from '@mantine/core';
import { Link } from 'react-router';
import {
  type InviteForm,
  inviteForm,
  ROLE_NAMES,
  ROLE_POWERS,
  STAFF_ROLES,
  type StaffRole,
} from '#contract/invites.ts';
import { SCREENS } from '#contract/paths.ts';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import card from '#ui/forms/form-card.module.css';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { showFieldErrors } from '#web/api/form-errors.ts';
import { PersonFields } from '#web/forms/form-fields.tsx';
import { useSuggestedAddress } from '#web/forms/suggested-address.tsx';
import { useUnsavedFormGuard } from '#web/forms/use-unsaved-form-guard.ts';
import classes from './people.module.css';

/**
 * The form for name, email and role. `send` gets the values, a `handles` that shows errors under the fields, and the values that the
 * form began with.
 */
export function StaffForm({
  initial,
  button,
  busyLabel,
  busy,
  emailHint,
  send,
}: {
  initial: InviteForm;
  button: string;
  busyLabel: string;
  busy: boolean;
  emailHint: string;
  send: (fields: InviteForm, handles: (error: ApiError) => boolean, before: InviteForm) => void;
}) {
  const meant = useSuggestedAddress();
  const { form, props } = useSchemaForm(inviteForm, initial, (fields, filled) => {
    if (meant.mayBeSent(fields.email)) send(fields, showFieldErrors(filled), filled.getInitialValues());
  });
  useUnsavedFormGuard(() => form.isDirty());
  return (
    <form {...props} className={`${card.card} ${card.form}`}>
      <PersonFields form={form} section="off" emailHint={emailHint} />
      {meant.hint(form, button)}
      <RoleField initial={initial.role} onChange={(role) => form.setFieldValue('role', role)} />
      <div className={classes.buttons}>
        <BusyButton busy={busy} busyLabel={busyLabel}>
          {button}
        </BusyButton>
        <Button component={Link} to={SCREENS.manageUsers} variant="subtle">
          Cancel
        </Button>
      </div>
    </form>
  );
}

function RoleField({ initial, onChange }: { initial: StaffRole; onChange: (role: StaffRole) => void }) {
  return (
    <fieldset className={classes.roles}>
      <legend className="mantine-InputWrapper-label">Role</legend>
      {STAFF_ROLES.map((role) => (
        <label key={role} className={classes.role}>
          <input
            type="radio"
            name="role"
            value={role}
            defaultChecked={role === initial}
            aria-labelledby={`role-${role}`}
            aria-describedby={`role-${role}-may`}
            onChange={() => onChange(role)}
          />
          <span>
            <span id={`role-${role}`} className={classes.roleName}>
              {ROLE_NAMES[role]}
            </span>
            <span id={`role-${role}-may`} className={classes.meta}>
              {ROLE_POWERS[role]}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
