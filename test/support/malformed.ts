import type { Random } from '../fixtures/random';

/** Text that is known to break parsers, databases and terminals. */
const NASTY_TEXT = [
  '\0',
  '\ud800',
  '\udfff',
  '\ufeff',
  '\u202e',
  '\u2028',
  'İ',
  '＇',
  "'",
  '"',
  '\\',
  '%',
  '%00',
  '%zz',
  '$where',
  '__proto__',
  'constructor',
  'toString',
  '../../etc/passwd',
  'C:\\con',
  '${7*7}',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '<!DOCTYPE a [<!ENTITY b "c">]>',
  "'; DROP TABLE app_user; --",
  '\r\nSet-Cookie: a=b',
  'a'.repeat(5_000),
  '(a+)+$',
  '1e400',
  '-0',
  'NaN',
  '9'.repeat(40),
  '2147483648',
  '-9223372036854775809',
  '0x10',
  '٣',
  'true',
  'null',
  '[]',
  '{}',
  '2026-02-30',
  '+275760-09-13T00:00:00.001Z',
] as const;

/** JSON literals as text: some are not representable as JavaScript values. */
const NASTY_JSON = [
  'null',
  'true',
  '-0',
  '1e400',
  '-1e400',
  '1E-400',
  '9'.repeat(400),
  '"\\ud800"',
  '"\\u0000"',
  '""',
  '[]',
  '{}',
  '[[[[[]]]]]',
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"a":1,"a":2}',
  'NaN',
  'Infinity',
  '01',
  '"unclosed',
  '[1,]',
  "{'a':1}",
  '/**/1',
] as const;

export function nastyText(random: Random): string {
  const parts = Array.from({ length: random.between(1, 3) }, () =>
    random.chance(0.7) ? random.pick(NASTY_TEXT) : String.fromCharCode(random.between(0, 0xffff)),
  );
  return parts.join(random.pick(['', ' ', ':', '/', '&']));
}

/** Random JSON text with known keys and values of any kind. @param keys of a request body */
export function nastyJson(random: Random, keys: readonly string[], depth = 0): string {
  if (depth > 4 || random.chance(0.5)) return random.pick([...NASTY_JSON, JSON.stringify(nastyText(random))]);
  if (random.chance(0.01)) return '['.repeat(random.pick([99, 101, 5_000, 100_000]));
  const size = random.between(0, 5);
  if (random.chance(0.4)) {
    return `[${Array.from({ length: size }, () => nastyJson(random, keys, depth + 1)).join(',')}]`;
  }
  const members = Array.from({ length: size }, () => {
    const key = random.chance(0.8) && keys.length > 0 ? random.pick(keys) : nastyText(random);
    return `${JSON.stringify(key)}:${nastyJson(random, keys, depth + 1)}`;
  });
  return `{${members.join(',')}}`;
}

/** Mutates bytes: changes, removes, duplicates or truncates some of them. */
export function mutated(random: Random, bytes: Buffer): Buffer {
  let result = Buffer.from(bytes);
  for (let time = random.between(1, 4); time > 0 && result.length > 0; time -= 1) {
    const at = random.between(0, result.length - 1);
    const to = Math.min(result.length, at + random.between(1, 40));
    switch (random.between(0, 4)) {
      case 0:
        result[at] = random.between(0, 255);
        break;
      case 1:
        result = Buffer.concat([result.subarray(0, at), result.subarray(to)]);
        break;
      case 2:
        result = Buffer.concat([result.subarray(0, to), result.subarray(at)]);
        break;
      case 3:
        result = result.subarray(0, at);
        break;
      default:
        result = Buffer.concat([result.subarray(0, at), Buffer.from(nastyText(random)), result.subarray(at)]);
    }
  }
  return result;
}
