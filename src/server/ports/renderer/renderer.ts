/** Turns MJML (made by our own serialiser, never by others) into HTML. */
export interface RendererPort {
  /** The whole HTML document. Throws `RenderFailed`; the caller keeps its last good HTML. */
  render(mjml: string): Promise<string>;
}
