import { schemaResolver, type UseFormReturnType, useForm } from '@mantine/form';
import { type FocusEvent, type FormEvent, useRef } from 'react';
import type { z } from 'zod';
import { focusFirstError } from '../api/form-errors.ts';

/**
 * A form over a schema of the contract: a field says what is wrong with it when it is left, all of them on submit, and
 * the focus goes to the first. `props` go to the `<form>`; fields take `form.getInputProps(name)` and
 * `key={form.key(name)}`.
 */
export function useSchemaForm<V extends Record<string, unknown>>(
  schema: z.ZodType,
  initialValues: V,
  send: (values: V, form: UseFormReturnType<V>) => void,
) {
  const form = useForm<V>({
    mode: 'uncontrolled',
    initialValues,
    validate: schemaResolver(schema, { sync: true }),
  });
  const submits = useRef(0);
  const leave = (event: FocusEvent<HTMLFormElement>) => {
    const path = event.target.closest<HTMLElement>('[data-path]')?.dataset.path;
    const before = submits.current;
    // A submit looks at every field itself; after it the server's words stand there.
    if (path !== undefined) afterPress(() => submits.current === before && form.validateField(path));
  };
  const submit = form.onSubmit((values) => send(values, form), focusFirstError(form));
  const props = {
    noValidate: true,
    onBlur: leave,
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      submits.current += 1;
      submit(event);
    },
  };
  return { form, props };
}

// A message that appears under a field moves what stands below it. If that happened between the press and the release
// of the button that was aimed at, the click would be lost. By the mouse's events, which fingers and pens send as well,
// and only once the pointer's are over: it is then that a field is left.
let pressed = false;
window.addEventListener(
  'mousedown',
  () => {
    pressed = true;
  },
  true,
);
for (const end of ['mouseup', 'dragend']) {
  window.addEventListener(
    end,
    () => {
      pressed = false;
    },
    true,
  );
}

function afterPress(run: () => unknown): void {
  if (pressed) window.addEventListener('mouseup', () => setTimeout(run), { once: true });
  else run();
}
