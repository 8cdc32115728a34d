/** Turns MJML (made by our own serialiser, never by others) into HTML. */
export interface RendererPort {
  /** The whole HTML document. Throws `RenderFailed`; the caller keeps its last good HTML. */
  render(mjml: string): Promise<string>;
}

/** The renderer could not make HTML of it, or could not be reached. Nothing about the newsletter has changed. */
export class RenderFailed extends Error {
  override readonly name = 'RenderFailed';
  constructor(reason: string) {
    super(`Rendering failed: ${reason}`);
  }
}
