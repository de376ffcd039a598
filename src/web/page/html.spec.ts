// Renamed, so that Prettier does not reformat the markup of these cases.
import { html as markup } from './html';

describe('html', () => {
  it('escapes text in elements and attributes', () => {
    const name = `"><script>alert('x')</script>&`;
    expect(markup`<a title="${name}">${name}</a>`.in('en')).toBe(
      `<a title="&quot;&gt;&lt;script&gt;alert('x')&lt;/script&gt;&amp;">` +
        `&quot;&gt;&lt;script&gt;alert('x')&lt;/script&gt;&amp;</a>`,
    );
  });

  it('inserts markup and lists of it unescaped, and omits undefined and false', () => {
    expect(markup`${[markup`<i>`, 'a<b', 3]}${undefined}${false}`.in('en')).toBe('<i>a&lt;b3');
  });
});
