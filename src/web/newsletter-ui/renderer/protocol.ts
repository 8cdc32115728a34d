/** The messages between the page and the renderer's worker. */

/** Asks the worker to render. */
export interface RenderRequest {
  readonly id: number;
  readonly mjml: string;
}

/** The worker's reply. `dead` means that the engine has trapped, and the worker must be replaced. */
export type RenderReply =
  | { readonly id: number; readonly html: string }
  | { readonly id: number; readonly message: string; readonly dead: boolean };
