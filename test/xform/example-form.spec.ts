import { EXAMPLE_FORM } from '../../src/domain/content/example-form';
import { standardiseContent } from '../../src/domain/content/standard/standardise-content';
import { compileXForm } from '../../src/domain/xform/compile-xform';
import { runInWebForms } from './run-in-web-forms';

describe('the demo form', () => {
  it('counts household members without answers, for one member and for several', () => {
    const content = standardiseContent(EXAMPLE_FORM, { assetType: 'survey', random: Math.random });
    const { xml } = compileXForm(content, { formId: 'demo' });
    const summary = { verb: 'label', path: '/data/summary' } as const;
    const set = (path: string, value: string) => ({ verb: 'set', path: `/data/${path}`, value }) as const;
    const steps = [
      summary,
      set('consent', 'yes'),
      summary,
      set('member/member_age', '9'),
      summary,
      { verb: 'add', path: '/data/member' } as const,
      set('member[2]/member_age', '30'),
      summary,
    ];
    const { answers } = runInWebForms([{ name: 'demo', xml, steps }]).get('demo')!;
    expect(answers.filter((answer) => answer !== null)).toEqual([
      'Household members: 0. Children under 18: 0.',
      'Household members: 1. Children under 18: 0.',
      'Household members: 1. Children under 18: 1.',
      'Household members: 2. Children under 18: 1.',
    ]);
  });
});
