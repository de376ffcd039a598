/** The one script: shows the copy buttons, which are of no use without it, and puts the text beside them on the clipboard. */
export const COPY_SCRIPT = `
for (const button of document.querySelectorAll('button[data-copy]')) {
  const label = button.textContent;
  const said = document.getElementById(button.dataset.says);
  button.hidden = false;
  button.addEventListener('click', async () => {
    const source = document.getElementById(button.dataset.copy);
    try {
      await navigator.clipboard.writeText(source.textContent.trim());
      button.textContent = 'Copied';
      if (said) said.textContent = 'Copied to the clipboard.';
    } catch {
      getSelection().selectAllChildren(source);
      if (said) said.textContent = 'Selected; press Ctrl or Command and C to copy.';
    }
    setTimeout(() => { button.textContent = label; }, 2500);
  });
}
`;
