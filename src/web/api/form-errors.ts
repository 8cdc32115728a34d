import { focusFormField } from '#ui/forms/focus-first-error.ts';
import type { ApiError } from './api-error.ts';
import { isApiError } from './api-error.ts';

/** The part of a Mantine form that `showFieldErrors` uses. */
interface FieldErrors {
  readonly setErrors: (errors: Record<string, string>) => void;
  readonly getInputNode: (path: string) => HTMLElement | null | undefined;
  readonly getInitialValues: () => object;
}

/**
 * Makes a `handles` for the call of a form: shows the server's messages under their fields and focuses the first one.
 * Returns false, so that the toast is shown, if no message is about a field of this form. `rename` maps the server's
 * field names to the form's.
 */
export function showFieldErrors(form: FieldErrors, rename: Readonly<Record<string, string>> = {}) {
  return (error: ApiError): boolean => {
    if (!isApiError(error, 400, 409) || error.body.errors === undefined) return false;
    const known = Object.keys(form.getInitialValues());
    const errors = Object.entries(error.body.errors)
      .map(([path, messages]): [string, string] => [
        rename[path] ?? path,
        messages[0] ?? error.body.error_message,
      ])
      .filter(([path]) => known.includes(path));
    const first = errors[0];
    if (first === undefined) return false;
    form.setErrors(Object.fromEntries(errors));
    focusFormField(form, first[0]);
    return true;
  };
}

/**
 * For a refusal that is about no single field: its message stays at the field `path` after the toast, until the field is changed.
 */
export function showRefusal(form: FieldErrors, path: string) {
  return (error: unknown): void => {
    if (!isApiError(error, 400, 429) || error.body.errors !== undefined) return;
    form.setErrors({ [path]: error.body.error_message });
    focusFormField(form, path);
  };
}
