/** The part of a Mantine form that leads to its fields. */
interface FormNodes {
  readonly getInputNode: (path: string) => HTMLElement | null | undefined;
}

/** For a form's `onSubmit`, second argument: after a refused submit the focus goes to the first field at fault. */
export function focusFirstError(form: FormNodes) {
  return (errors: Readonly<Record<string, unknown>>): void => {
    const first = Object.keys(errors).find((path) => form.getInputNode(path));
    if (first !== undefined) form.getInputNode(first)?.focus();
  };
}
