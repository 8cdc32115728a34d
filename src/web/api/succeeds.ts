/**
 * Whether a mutation succeeds; its failure is shown elsewhere. For a follow-up where the answer removes the component
 * that asked: `mutate` calls back only a component that is still shown.
 */
export async function succeeds(answer: Promise<unknown>): Promise<boolean> {
  return await answer.then(
    () => true,
    () => false,
  );
}
