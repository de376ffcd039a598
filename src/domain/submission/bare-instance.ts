const DECLARATION = /^\uFEFF?\s*<\?xml\s[^>]*\?>\s*/;

/** The XML of an instance without its declaration, so that it can stand inside another document. */
export function bareInstance(xml: string): string {
  return xml.replace(DECLARATION, '');
}

/** The XML of an instance with a declaration; its own where it came with one. */
export function declaredInstance(xml: string): string {
  return DECLARATION.test(xml) ? xml : `<?xml version="1.0" encoding="utf-8"?>${xml}`;
}
