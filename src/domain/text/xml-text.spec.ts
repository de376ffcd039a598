import { escapeAttribute, escapeText } from './xml-text';

describe('escapeText and escapeAttribute', () => {
  it.each([
    ['plain', 'plain', 'plain'],
    ['a < b & "c" > d', 'a &lt; b &amp; "c" &gt; d', 'a &lt; b &amp; &quot;c&quot; &gt; d'],
    ['tab\tline\nreturn\r', 'tab\tline\nreturn&#13;', 'tab&#9;line&#10;return&#13;'],
    ['nul\u0000 bell\u0007 \ufffe', 'nul bell ', 'nul bell '],
    ['half \ud83d, whole 😀', 'half , whole 😀', 'half , whole 😀'],
  ])('%j', (text, inElement, inAttribute) => {
    expect(escapeText(text)).toBe(inElement);
    expect(escapeAttribute(text)).toBe(inAttribute);
  });
});
