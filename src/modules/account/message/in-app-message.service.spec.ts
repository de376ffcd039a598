import { renderMarkdown } from './in-app-message.service';

describe('renderMarkdown', () => {
  it('renders headings, emphasis, lists and links', async () => {
    expect(await renderMarkdown('# News\n\n- *one*\n- [two](https://example.org/)')).toBe(
      '<h1>News</h1>\n<ul>\n<li><em>one</em></li>\n<li><a href="https://example.org/">two</a></li>\n</ul>',
    );
  });

  it.each([
    ['<script>alert(1)</script>'],
    ['a <img src=x onerror=alert(1)> b'],
    ['[x](javascript:alert(1))'],
    ['[x](JaVaScRiPt:alert(1))'],
    ['[x](java&#115;cript:alert(1))'],
    ['[x]( \u0001javascript:alert(1))'],
    ['[x](data:text/html,<script>alert(1)</script>)'],
    ['[x](vbscript:x)'],
    ['[x](//evil.example/)'],
    ['<javascript:alert(1)>'],
    ['![x](https://evil.example/pixel.png)'],
    ['![x](x" onerror="alert(1))'],
    ['[x](https://example.org/"onmouseover="alert(1))'],
    ['```html" onload="alert(1)\n<b>\n```'],
    ['<!-- --><style>*{}</style>'],
    ['&lt;script&gt;'],
  ])('shows %s as text', async (source) => {
    const html = await renderMarkdown(source);
    expect(html).not.toMatch(/<(?!\/?(p|pre|code|a)\b)/i);
    expect(html).not.toMatch(/<[^>]*\s(on\w+|style|src)=/i);
    expect(html).not.toMatch(/href="(?!https?:|mailto:|\/(?!\/)|#)/i);
  });
});
