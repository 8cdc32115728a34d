/** The default font size of browsers in pixels, unless the reader has chosen another one. */
const REM_PX = 16;
/** Style sheets and `style` attributes. Values typed by people have their `<` and `"` escaped. */
const STYLED = /(<style>)([^<]*)|(<[a-z][^<>]*? style=")([^"]*)/g;
const RULE = /\{([^{}]*)\}/g;
/** With such a font size, the line height is the height of a box, such as a bar's. */
const BOX = /font-size: ?[01](?:px)?(?:;|$| )/;

/**
 * Makes the type of a page follow the size that the reader has set in the browser (WCAG 1.4.4). The engine writes
 * pixels, which mail programs need.
 */
export function inRem(page: string): string {
  return page.replace(STYLED, (_, open = '', rules = '', tag = '', style = '') =>
    open === ''
      ? `${tag}${scaled(style)}`
      : `${open}${rules.replace(RULE, (rule: string, own: string) => rule.replace(own, () => scaled(own)))}`,
  );
}

function scaled(declarations: string): string {
  if (BOX.test(declarations)) return declarations;
  return declarations
    .replace(/((?:font-size|line-height): ?)([\d.]+)px/g, (_, name: string, px: string) => name + rem(px))
    .replace(
      /(font: ?[^;/]*? )([\d.]+)px\/([\d.]+)px/g,
      (_, name: string, size: string, line: string) => `${name}${rem(size)}/${rem(line)}`,
    );
}

function rem(px: string): string {
  return `${Number(px) / REM_PX}rem`;
}
