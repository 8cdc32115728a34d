import { NativeSelect, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import { SCOPE_NAMES, TOKEN_SCOPES } from '#contract/api/scopes.ts';
import { tokenForm, tokenRoutes } from '#contract/api/tokens.ts';
import { required } from '#ui/forms/required.ts';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/client.ts';
import { showFieldErrors } from '#web/api/form-errors.ts';
import { useUnsavedFormGuard } from '#web/forms/use-unsaved-form-guard.ts';
import { useUnsavedValues } from '#web/forms/use-unsaved-values.tsx';
import { CardForm } from './card-form.tsx';
import { Checks } from './checks.tsx';

type Form = z.output<typeof tokenForm>;

const EMPTY: Form = { name: '', scopes: [], ends_in: '90_days' };
const LIVES: readonly { readonly value: Form['ends_in']; readonly label: string }[] = [
  { value: '30_days', label: 'In 30 days' },
  { value: '90_days', label: 'In 90 days' },
  { value: 'year', label: 'In a year' },
];
/** The name under which typed values are kept, as in other forms: see `useUnsavedValues`. */
export const NEW_TOKEN = 'new-token';
const SCOPES = SCOPE_NAMES.map((value) => ({ value, words: TOKEN_SCOPES[value] }));

/** Makes a token. `onMade` gets it, because it is shown only once. */
export function TokenForm({ onMade, onCancel }: { onMade: (token: string) => void; onCancel: () => void }) {
  const { form, props } = useSchemaForm(tokenForm, EMPTY, (values) =>
    make.mutate({ values, handles: showFieldErrors(form) }),
  );
  const make = useMutation({
    mutationFn: ({ values, handles }: { values: Form; handles: (error: ApiError) => boolean }) =>
      call(tokenRoutes.createToken, { body: values, handles }),
    onSuccess: ({ token }) => {
      unsaved.clear();
      onMade(token);
    },
  });
  const unsaved = useUnsavedValues(NEW_TOKEN, EMPTY, (values) =>
    form.setValues({ ...values, scopes: SCOPE_NAMES.filter((name) => values.scopes.includes(name)) }),
  );
  useUnsavedFormGuard(() => form.isDirty());
  return (
    <CardForm
      props={{ ...props, onChange: () => unsaved.store(form.getValues()) }}
      offer={unsaved.offer}
      button="Make token"
      busy={make.isPending}
      busyLabel="Making it…"
      onCancel={() => {
        unsaved.clear();
        onCancel();
      }}
    >
      <TextInput
        {...required}
        label="Name"
        description="What it is for, such as ‘School website’"
        autoFocus={unsaved.offer === null}
        key={form.key('name')}
        {...form.getInputProps('name')}
      />
      <Checks
        key={form.key('scopes')}
        label="It may"
        options={SCOPES}
        props={{ ...form.getInputProps('scopes'), 'data-path': 'scopes' }}
      />
      <NativeSelect
        label="It ends"
        data={[...LIVES]}
        key={form.key('ends_in')}
        {...form.getInputProps('ends_in')}
      />
    </CardForm>
  );
}
