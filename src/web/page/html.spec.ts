import { html } from './html';

describe('html', () => {
  it('escapes text in elements and attributes', () => {
    const name = `"><script>alert('x')</script>&`;
    expect(html`<a title="${name}">${name}</a>`.text).toBe(
      `<a title="&quot;&gt;&lt;script&gt;alert('x')&lt;/script&gt;&amp;">` +
        `&quot;&gt;&lt;script&gt;alert('x')&lt;/script&gt;&amp;</a>`,
    );
  });

  it('takes markup and lists of it as they are, and nothing for what is absent', () => {
    expect(html`${[html`<i></i>`, 'a<b', 3]}${undefined}${false}`.text).toBe('<i>a&lt;b3');
  });

  it('leaves backslashes of the markup alone', () => {
    expect(html``.text).toBe('\n');
  });
});
