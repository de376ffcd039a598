import { escapeAttribute } from '../../domain/text/xml-text';

/** Escaped markup; create it with `html` only. */
export class Html {
  constructor(readonly text: string) {}
}

export type HtmlValue = Html | string | number | undefined | false | readonly HtmlValue[];

/** Template tag that escapes values for element text and double-quoted attributes only. */
export function html(markup: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Html(markup.map((part, index) => part + render(values[index])).join(''));
}

function render(value: HtmlValue): string {
  if (value instanceof Html) return value.text;
  if (typeof value === 'string') return escapeAttribute(value);
  if (typeof value === 'number') return String(value);
  if (value === undefined || value === false) return '';
  return value.map(render).join('');
}
