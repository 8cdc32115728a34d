/**
 * Whether a mutation succeeds, whose failure is told by itself. For what is said or done afterwards where the answer
 * takes away the component that asked: `mutate` calls back only what is still shown.
 */
export async function succeeds(answer: Promise<unknown>): Promise<boolean> {
  return await answer.then(
    () => true,
    () => false,
  );
}
