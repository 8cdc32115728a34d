import { schemaResolver, type UseFormReturnType, useForm } from '@mantine/form';
import { type FocusEvent, type FormEvent, useRef } from 'react';
import type { z } from 'zod';
import { afterPress } from '#ui/after-press.ts';
import { focusFirstError } from './focus-first-error.ts';

/**
 * A form validated by a schema of the contract. A field with typed input is validated on blur, all of them on submit,
 * which focuses the first invalid one. `props` are for the `<form>`; fields take `form.getInputProps(name)` and
 * `key={form.key(name)}`.
 */
export function useSchemaForm<V extends Record<string, unknown>>(
  schema: z.ZodType<V>,
  initialValues: NoInfer<V>,
  send: (values: V, form: UseFormReturnType<V>) => void,
) {
  const form = useForm<V>({
    mode: 'uncontrolled',
    initialValues,
    validate: schemaResolver(schema, { sync: true }),
  });
  const submits = useRef(0);
  // Mantine calls a field touched once it had the focus.
  const typed = useRef(new Set<string>());
  const noteTyping = ({ target }: FormEvent<HTMLFormElement>) => {
    const path = target instanceof Element ? fieldOf(target)?.dataset.path : undefined;
    if (path !== undefined) typed.current.add(path);
  };
  const validateOnBlur = (event: FocusEvent<HTMLFormElement>) => {
    const field = fieldOf(event.target);
    const path = field?.dataset.path;
    // The focus moved between checkboxes of the same field.
    if (event.relatedTarget instanceof Node && field?.contains(event.relatedTarget)) return;
    const before = submits.current;
    // A submit validates every field itself, and the server's errors must stay. A field that was only
    // left without input is not an error, for example one that got the focus automatically.
    if (path !== undefined && (typed.current.has(path) || form.isDirty(path)))
      afterPress(() => submits.current === before && form.validateField(path));
  };
  const submit = form.onSubmit((values) => {
    typed.current.clear();
    send(values, form);
  }, focusFirstError(form));
  const props = {
    noValidate: true,
    onBlur: validateOnBlur,
    onInput: noteTyping,
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      submits.current += 1;
      submit(event);
    },
  };
  return { form, props };
}

function fieldOf(target: Element): HTMLElement | null {
  return target.closest<HTMLElement>('[data-path]');
}
