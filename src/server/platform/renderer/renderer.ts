/** Converts MJML to HTML. The MJML must come from our own serialiser. */
export interface RendererPort {
  /** Resolves to a complete HTML document. Throws `RenderFailed`; the caller keeps its last good HTML. */
  render(mjml: string): Promise<string>;
}

/** The renderer failed or could not be reached. The newsletter is unchanged. */
export class RenderFailed extends Error {
  override readonly name = 'RenderFailed';
  constructor(reason: string) {
    super(`Rendering failed: ${reason}`);
  }
}
