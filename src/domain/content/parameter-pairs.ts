/** Splits the `parameters` column of a question: keys and values as written; a part without a key has the key ''. */
export function parameterPairs(source: string): { part: string; key: string; value: string }[] {
  return source
    .replace(/\s+/g, ' ')
    .replace(/ ?= ?/g, '=')
    .split(/[ ,;]+/)
    .filter((part) => part !== '')
    .map((part) => {
      const equals = part.indexOf('=');
      return equals <= 0
        ? { part, key: '', value: '' }
        : { part, key: part.slice(0, equals).toLowerCase(), value: part.slice(equals + 1) };
    });
}
