import { seeded } from '../../../../test/fixtures/seeded';
import { standardiseContent, takeFormTitle } from './standardise-content';

const standard = (raw: unknown) => standardiseContent(raw, { assetType: 'survey', random: seeded() });

describe('takeFormTitle', () => {
  it('removes the title from the settings, as one line', () => {
    const content = standard({ settings: { form_title: 'A\n\tB', style: 'pages' } });
    expect(takeFormTitle(content)).toMatchObject({ title: 'AB', content: { settings: { style: 'pages' } } });
    expect(takeFormTitle(content).content.settings).not.toHaveProperty('form_title');
    expect(content.settings.form_title).toBe('A\n\tB');
  });

  it('returns undefined without a title', () => {
    expect(takeFormTitle(standard({})).title).toBeUndefined();
  });
});
