/**
 * What the engine is told, in Node and in the browser alike (mrml's `setRenderOptions`): no comments of ours, no fonts
 * and no icons from elsewhere.
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
