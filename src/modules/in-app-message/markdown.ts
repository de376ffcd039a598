import MarkdownIt from 'markdown-it';

/** HTML in the source is shown as text; images are left out, since they would be requested from other hosts. */
const markdown = new MarkdownIt('commonmark', { html: false }).disable([
  'image',
  'html_block',
  'html_inline',
]);
markdown.validateLink = (url) => /^(https?:|mailto:|\/(?!\/)|#)/i.test(url.trim());

/** Renders CommonMark as HTML that contains no markup but its own. */
export function renderMarkdown(source: string): string {
  return markdown.render(source).trim();
}
