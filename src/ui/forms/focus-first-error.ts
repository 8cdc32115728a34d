/** The part of a Mantine form that gives access to its fields. */
interface FormNodes {
  readonly getInputNode: (path: string) => HTMLElement | null | undefined;
}

/** The error handler for a form's `onSubmit` (second argument): focuses the first invalid field. */
export function focusFirstError(form: FormNodes) {
  return (errors: Readonly<Record<string, unknown>>): void => {
    const first = Object.keys(errors).find((path) => form.getInputNode(path));
    if (first !== undefined) form.getInputNode(first)?.focus();
  };
}
