import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { KNOWN_DIFFERENCES } from './known-differences';
import { convert, readReferenceForms } from './reference-forms';
import { XFormFacts } from './xform-facts';

const forms = readReferenceForms();
const foundCauses = new Set<string>();

/** Facts in only one of the two lists: missing and surplus. */
function difference(reference: readonly string[], ours: readonly string[]): [string[], string[]] {
  const surplus = [...ours];
  const missing = reference.filter((fact) => {
    const index = surplus.indexOf(fact);
    if (index >= 0) surplus.splice(index, 1);
    return index < 0;
  });
  return [missing, surplus];
}

describe('forms of the reference converter', () => {
  it.each(forms.map((form) => [form.id, form] as const))('%s is the same form', async (_, form) => {
    const converted = await convert(form);
    if (form.xform === undefined) {
      expect(converted).toHaveProperty('problems');
      return;
    }
    expect(converted).not.toHaveProperty('problems');
    if (!('xml' in converted)) return;
    let [missing, surplus] = difference(
      new XFormFacts(form.xform).facts,
      new XFormFacts(converted.xml).facts,
    );
    for (const { cause, mask: blind } of KNOWN_DIFFERENCES) {
      const isAffected = missing.some((fact) => blind(fact, 'reference') !== undefined);
      if (!isAffected) continue;
      const before = missing.length;
      [missing, surplus] = difference(
        missing.map((fact) => blind(fact, 'reference') ?? fact),
        surplus.map((fact) => blind(fact, 'ours') ?? fact),
      );
      if (missing.length < before) foundCauses.add(cause);
    }
    expect({ missing, surplus }).toEqual({ missing: [], surplus: [] });
  });

  it('covers every known difference', () => {
    expect([...foundCauses].sort()).toEqual(KNOWN_DIFFERENCES.map(({ cause }) => cause).sort());
  });

  it.each(KNOWN_DIFFERENCES.map(({ cause }) => cause))(
    'is documented in docs/contract/pyxform.md: %s',
    (cause) => {
      const page = readFileSync(join(__dirname, '../../../docs/contract/pyxform.md'), 'utf8');
      expect(page.toLowerCase()).toContain(`| ${cause} `);
    },
  );
});
