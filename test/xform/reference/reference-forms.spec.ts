import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MEANT_DIFFERENCES } from './meant-differences';
import { convert, readReferenceForms } from './reference-forms';
import { XFormFacts } from './xform-facts';

const forms = readReferenceForms();
/** Causes that some form really shows. */
const shown = new Set<string>();

/** What only one of the two says. */
function difference(reference: readonly string[], ours: readonly string[]): [string[], string[]] {
  const left = [...ours];
  const missing = reference.filter((fact) => {
    const index = left.indexOf(fact);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
  return [missing, left];
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
    for (const { cause, blind } of MEANT_DIFFERENCES) {
      const touched = missing.some((fact) => blind(fact, 'reference') !== undefined);
      if (!touched) continue;
      const before = missing.length;
      [missing, surplus] = difference(
        missing.map((fact) => blind(fact, 'reference') ?? fact),
        surplus.map((fact) => blind(fact, 'ours') ?? fact),
      );
      if (missing.length < before) shown.add(cause);
    }
    expect({ missing, surplus }).toEqual({ missing: [], surplus: [] });
  });

  it('shows every difference that is meant', () => {
    expect([...shown].sort()).toEqual(MEANT_DIFFERENCES.map(({ cause }) => cause).sort());
  });

  it.each(MEANT_DIFFERENCES.map(({ cause }) => cause))('is told in docs/contract/pyxform.md: %s', (cause) => {
    const page = readFileSync(join(__dirname, '../../../docs/contract/pyxform.md'), 'utf8');
    expect(page.toLowerCase()).toContain(`| ${cause} `);
  });
});
