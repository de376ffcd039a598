const DECLARATION = /^\uFEFF?\s*<\?xml\s[^>]*\?>\s*/;

/** Removes the XML declaration and BOM, so that the instance can be embedded in another document. */
export function stripXmlDeclaration(xml: string): string {
  return xml.replace(DECLARATION, '');
}

/** Adds a UTF-8 declaration unless the XML has one. */
export function ensureXmlDeclaration(xml: string): string {
  return DECLARATION.test(xml) ? xml : `<?xml version="1.0" encoding="utf-8"?>${xml}`;
}
