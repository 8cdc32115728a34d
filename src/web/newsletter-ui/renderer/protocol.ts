/** What the page and the renderer's worker say to each other. */

/** To the worker: render this. */
export interface RenderRequest {
  readonly id: number;
  readonly mjml: string;
}

/** From the worker. `dead`: the engine has trapped, and the worker with it is of no more use. */
export type RenderReply =
  | { readonly id: number; readonly html: string }
  | { readonly id: number; readonly message: string; readonly dead: boolean };
