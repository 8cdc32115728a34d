/** Calls the hooks of all guests in one place. React allows it, as the guests are the same for as long as the editor is open. */
export function useInTurn<Given extends readonly unknown[], Value>(
  hooks: readonly { readonly name: string; readonly contribution: (...given: Given) => Value }[],
  ...given: Given
): readonly { readonly name: string; readonly value: Value }[] {
  return hooks.map(({ name, contribution: hook }) => ({ name, value: hook(...given) }));
}
