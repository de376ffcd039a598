import { qrCode } from './components';

describe('qrCode', () => {
  it('draws modules inside a quiet zone and escapes its title', () => {
    const { text } = qrCode('https://survey.example.org/', 'Form "a" <b>');
    expect(text).toContain('aria-label="Form &quot;a&quot; &lt;b&gt;"');
    const size = Number(/viewBox="0 0 (\d+) \1"/.exec(text)![1]);
    const modules = [...text.matchAll(/M(\d+) (\d+)h1/g)].map(([, x, y]) => [Number(x), Number(y)]);
    expect(modules.length).toBeGreaterThan(200);
    for (const [x, y] of modules) {
      expect(Math.min(x!, y!)).toBeGreaterThanOrEqual(4);
      expect(Math.max(x!, y!)).toBeLessThan(size - 4);
    }
  });
});
