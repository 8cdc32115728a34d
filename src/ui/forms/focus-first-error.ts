/** The part of a Mantine form that gives access to its fields. */
interface FormNodes {
  readonly getInputNode: (path: string) => HTMLElement | null | undefined;
}

const TAKES_FOCUS = 'input:not([type="hidden"]), select, textarea, button';

/** Focuses a field and scrolls it into view. In a field of several checkboxes, the first one gets the focus. */
export function focusFormField(form: FormNodes, path: string): void {
  const field = form.getInputNode(path);
  if (!field) return;
  if (field.matches(TAKES_FOCUS)) {
    field.focus();
    return;
  }
  const first = field.querySelector<HTMLElement>(TAKES_FOCUS);
  first?.focus({ preventScroll: true });
  // The whole group is scrolled to, because its error message is above the checkboxes.
  first?.scrollIntoView({ block: 'center' });
}

/** The error handler for a form's `onSubmit` (second argument): focuses the first invalid field. */
export function focusFirstError(form: FormNodes) {
  return (errors: Readonly<Record<string, unknown>>): void => {
    const first = Object.keys(errors).find((path) => form.getInputNode(path));
    if (first !== undefined) focusFormField(form, first);
  };
}
