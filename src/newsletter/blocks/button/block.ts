import { defineBlock, editable, requiredText, strict } from '#newsletter/document/block.ts';
import { cleanText, mjml } from '#newsletter/render/mjml.ts';
import { inOwnRunIfAgainst } from '#newsletter/render/own-direction.ts';
import { secureTarget, secureUrl } from '#newsletter/values/url.ts';

/** A link styled as a button in the school's colour. */
export const button = defineBlock({
  type: 'button',
  label: 'Button',
  schema: strict({ btnText: requiredText(), url: secureUrl }),
  defaults: () => ({ btnText: '', url: '' }),
  toMjml(value, context) {
    const { design, palette, fonts, padding, placeholder, origin, target, school } = context;
    const url = secureTarget(value.url, origin);
    const words = cleanText(value.btnText).trim();
    if (!placeholder && (url === null || words === '')) return mjml``;
    const { background, text } = design.button(palette);
    const label = words === '' ? 'Button' : words;
    // The canvas also shows a button without a URL yet. On paper nobody can press it, so its
    // address is printed below it.
    const printed =
      target === 'page' &&
      !placeholder &&
      url !== null &&
      mjml`<mj-text padding="${padding}" color="${palette.text}" css-class="ink-printed"><p data-address="${url}" style="margin:0"></p></mj-text>`;
    return mjml`<mj-button padding="${padding}" href="${url ?? '#'}" target="_self" align="left" background-color="${background}" color="${text}" border-radius="${design.radius.button}px" font-family="${fonts.sans}" font-size="16px" font-weight="650" line-height="24px" inner-padding="12px 22px" css-class="ink-button">${inOwnRunIfAgainst(school.language, label, editable(context, 'btnText', label))}</mj-button>${printed}`;
  },
  toText(value, { origin }) {
    const url = secureTarget(value.url, origin);
    return url === null ? '' : `${value.btnText}: ${url}`;
  },
  traits: {
    place: 'column',
    isHeading: false,
    isContent: true,
    isThin: false,
    isOfOneIssue: 'until-kept',
    height: () => 60,
    words: {
      texts: (value) => [
        {
          path: 'btnText',
          label: 'Button text',
          format: 'plain',
          text: value.btnText,
          replace: (btnText) => ({ ...value, btnText }),
        },
      ],
      links: ({ btnText, url }) => [{ path: 'btnText', words: btnText, address: url, noun: 'button' }],
    },
    files: {
      map: (value, map) => ({ ...value, url: map(value.url, 'link') }),
    },
    rows: null,
    recommendations: null,
    filling: null,
  },
});
