import { escapeAttribute } from '../../domain/text/xml-text';

/** Markup that is safe to send: made by `html` alone, which escapes every value that is not markup itself. */
export class Html {
  constructor(readonly text: string) {}
}

export type HtmlValue = Html | string | number | undefined | false | readonly HtmlValue[];

/** Markup with values in it. Text is escaped for elements and for attributes in double quotes; nothing else is. */
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
