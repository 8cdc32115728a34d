/** The editor's message to the screen after publishing, in the history state, because it is stored nowhere else. */
interface AfterPublishing {
  /** Whether the newsletter was a draft before: new, or unpublished. */
  readonly wasDraft: boolean;
}

export function afterPublishing(wasDraft: boolean): AfterPublishing {
  return { wasDraft };
}

/** Whether a newsletter was a draft before it was published; false if the screen was opened in another way. */
export function wasDraftIn(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'wasDraft' in state && state.wasDraft === true;
}
