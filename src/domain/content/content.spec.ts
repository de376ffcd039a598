import { Content, contentHash } from './content';

const content: Content = {
  schema: '1',
  survey: [
    { type: 'text', name: 'nom', label: ['Ton prénom 😀?', null], $kuid: 'abc123def', required: true },
  ],
  settings: {},
  translations: ['Français (fr)', null],
  translated: ['label'],
};

describe('contentHash', () => {
  it('equals the SHA-1 of json.dumps(content, sort_keys=True) in Python', () => {
    expect(contentHash(content)).toBe('45593b73c645428f906ed08682531e94a35eb203');
  });

  it('does not depend on the order of keys', () => {
    const reversed = Object.fromEntries(Object.entries(content).reverse()) as unknown as Content;
    expect(contentHash(reversed)).toBe(contentHash(content));
  });

  it('changes with the order of rows and with any text', () => {
    const other = structuredClone(content);
    other.survey[0]!.label = ['Ton prénom 😀!', null];
    expect(contentHash(other)).not.toBe(contentHash(content));
  });
});
