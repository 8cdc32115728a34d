/** What the screen after publishing learns from the editor, in the history state, as nothing stored says it any more. */
interface AfterPublishing {
  /** Whether it was a draft before: new, or unpublished. */
  readonly wasDraft: boolean;
}

export function afterPublishing(wasDraft: boolean): AfterPublishing {
  return { wasDraft };
}

/** Whether a newsletter was a draft before it was published; false if the screen was opened otherwise. */
export function wasDraftIn(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'wasDraft' in state && state.wasDraft === true;
}
