/** Loads the library with the first message: most services never show one, and it has large tables of entities. */
async function load() {
  const { default: Markdown } = await import('markdown-it');
  // HTML in the source is shown as text; images are left out, since they would be requested from other hosts.
  const markdown = new Markdown('commonmark', { html: false }).disable([
    'image',
    'html_block',
    'html_inline',
  ]);
  markdown.validateLink = (url) => /^(https?:|mailto:|\/(?!\/)|#)/i.test(url.trim());
  return markdown;
}

let loading: ReturnType<typeof load> | undefined;

/** Renders CommonMark as HTML that contains no markup but its own. */
export async function renderMarkdown(source: string): Promise<string> {
  const markdown = await (loading ??= load());
  return markdown.render(source).trim();
}
