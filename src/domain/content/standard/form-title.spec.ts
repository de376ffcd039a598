import { seeded } from '../../../../test/fixtures/seeded';
import { standardiseContent, takeFormTitle } from './standardise-content';

const standard = (loose: unknown) => standardiseContent(loose, { assetType: 'survey', random: seeded() });

describe('takeFormTitle', () => {
  it('takes the title out of the settings, as one line', () => {
    const content = standard({ settings: { form_title: 'A\n\tB', style: 'pages' } });
    expect(takeFormTitle(content)).toMatchObject({ title: 'AB', content: { settings: { style: 'pages' } } });
    expect(takeFormTitle(content).content.settings).not.toHaveProperty('form_title');
    expect(content.settings.form_title).toBe('A\n\tB');
  });

  it('has none to take', () => {
    expect(takeFormTitle(standard({})).title).toBeUndefined();
  });
});
