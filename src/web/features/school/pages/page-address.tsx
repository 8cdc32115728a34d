import { Anchor, Button, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import { useRef, useState } from 'react';
import { z } from 'zod';
import { pageAddress } from '#contract/families/school-pages.ts';
import { SCHOOL_PATH, schoolPagePath } from '#contract/paths.ts';
import { toast } from '#ui/feedback/toast.ts';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { showFieldErrors } from '#web/api/form-errors.ts';
import card from '#web/features/school/feature-card.module.css';
import classes from './pages.module.css';
import { useSavePages } from './school-pages-data.ts';

const addressForm = z.object({ address: pageAddress });

/** The address of the school's pages, to open or change. Earlier ones redirect for ever. */
export function PageAddress({ id, address }: { id: string; address: string }) {
  const [isChanging, setChanging] = useState(false);
  const change = useRef<HTMLButtonElement>(null);
  const path = schoolPagePath(address);
  const close = () => {
    setChanging(false);
    // The form that had the focus has disappeared.
    requestAnimationFrame(() => change.current?.focus());
  };
  return (
    <div className={card.people}>
      <h3 className={classes.name}>Address</h3>
      {isChanging ? (
        <AddressForm id={id} address={address} onClose={close} />
      ) : (
        <div className={classes.line}>
          <Anchor href={path} target="_blank" rel="noreferrer">
            {window.location.host}
            {path}
          </Anchor>
          <Button ref={change} variant="default" size="compact-md" onClick={() => setChanging(true)}>
            Change<span className="visually-hidden"> the address</span>
          </Button>
        </div>
      )}
    </div>
  );
}

function AddressForm({ id, address, onClose }: { id: string; address: string; onClose: () => void }) {
  const save = useSavePages(id);
  const { form, props } = useSchemaForm(addressForm, { address }, (values) => {
    if (values.address === address) return onClose();
    save.mutate(
      { ...values, handles: showFieldErrors(form) },
      {
        onSuccess: (saved) => {
          toast.success(`Your pages are at ${SCHOOL_PATH}${saved.address ?? ''} now`);
          onClose();
        },
      },
    );
  });
  return (
    <form {...props} className={classes.form}>
      <TextInput
        ref={focusOn}
        label="New address"
        description="Links, posters and calendars with an address from before lead here for ever."
        leftSection={SCHOOL_PATH}
        leftSectionWidth={36}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        key={form.key('address')}
        {...form.getInputProps('address')}
      />
      <div className={classes.line}>
        <BusyButton busy={save.isPending} busyLabel="Saving…">
          Save
        </BusyButton>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

// The button that opened the form has disappeared.
function focusOn(field: HTMLInputElement | null): void {
  field?.focus();
}
