const SPECIAL = /[&<>"]/g;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as it may stand inside an XML element or a quoted attribute. */
export function escapeXml(text: string): string {
  return text.replace(SPECIAL, (character) => ENTITIES[character]!);
}
