/**
 * The engine's options in Node and in the browser (mrml's `setRenderOptions`): no comments, no external fonts or icons.
 */
export const RENDER_OPTIONS: {
  disableComments: boolean;
  socialIconOrigin: string | null;
  fonts: Record<string, string>;
} = {
  disableComments: true,
  socialIconOrigin: null,
  fonts: {},
};
