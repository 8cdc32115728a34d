/** The embedded PostgreSQL: one session, which executes one batch of messages at a time. */
export interface Engine {
  /**
   * Executes messages of the wire protocol that end in a Sync or are a simple Query, and resolves to the answer, which
   * ends in ReadyForQuery. Do not call it again before.
   */
  run(messages: Uint8Array): Promise<Buffer>;
  close(): Promise<void>;
}

/** Ends the process, because after a crash the engine is reliable only after a restart. */
export type Exit = (reason: string) => never;
