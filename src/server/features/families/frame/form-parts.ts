import { type Html, html } from '#server/platform/http/html.ts';

/** The parts of forms on families' pages. Labels and errors are above their fields. */

/** An error in a field; `id` is the field's, or that of its first box. */
export interface FieldError {
  readonly id: string;
  readonly message: string;
}

/** A single-line field. `id` is also its name. */
export function textField({
  id,
  label,
  value = '',
  type = 'text',
  autocomplete = 'off',
  hint,
  error,
}: {
  id: string;
  label: string;
  value?: string;
  type?: 'text' | 'email' | 'search';
  autocomplete?: string;
  hint?: string;
  error?: string | undefined;
}): Html {
  const described = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`].filter(
    Boolean,
  );
  return html`<div class="field"><label for="${id}">${label}</label>${hint === undefined ? '' : html`<p class="hint" id="${id}-hint">${hint}</p>`}${errorLine(id, error)}<input id="${id}" name="${id}" type="${type}"${attribute('dir', type === 'email' ? 'ltr' : '')} value="${value}" autocomplete="${autocomplete}" spellcheck="false"${attribute('aria-describedby', described.join(' '))}${attribute('aria-invalid', error === undefined ? '' : 'true')}></div>`;
}

/** One choice of a group of boxes. */
export interface OfferedGroup {
  readonly value: string;
  readonly label: string;
  readonly isChosen: boolean;
  /** The language of the label, if it is not the page's. */
  readonly lang?: string;
  /** The further effects of the choice. */
  readonly hint?: string;
}

/** Checkboxes or radio buttons. The first one has the id, which is `name` unless given. */
export function choices({
  name,
  id = name,
  legend,
  type,
  options,
  error,
}: {
  name: string;
  id?: string;
  legend: string;
  type: 'checkbox' | 'radio';
  options: readonly OfferedGroup[];
  error?: string | undefined;
}): Html {
  const boxes = options.map((option, index) =>
    choiceBox({ id: index === 0 ? id : `${id}-${index}`, name, type, option }),
  );
  return html`<fieldset class="field"${attribute('aria-describedby', error === undefined ? '' : `${id}-error`)}><legend>${legend}</legend>${errorLine(id, error)}<div class="choices">${boxes}</div></fieldset>`;
}

/** One box with its hint below. */
export function choiceBox({
  id,
  name,
  type,
  option: { value, label, isChosen, lang, hint },
}: {
  id: string;
  name: string;
  type: 'checkbox' | 'radio';
  option: OfferedGroup;
}): Html {
  const described = attribute('aria-describedby', hint === undefined ? '' : `${id}-hint`);
  const box = html`<label class="choice"${attribute('lang', lang ?? '')}><input type="${type}" id="${id}" name="${name}" value="${value}"${isChosen ? html` checked` : ''}${described}><span dir="auto">${label}</span></label>`;
  return hint === undefined ? box : html`<div>${box}<p class="hint" id="${id}-hint">${hint}</p></div>`;
}

function errorLine(id: string, error: string | undefined): Html | string {
  return error === undefined ? '' : html`<p class="wrong" id="${id}-error">${error}</p>`;
}

function attribute(name: string, value: string): Html | string {
  return value === '' ? '' : html` ${name}="${value}"`;
}
