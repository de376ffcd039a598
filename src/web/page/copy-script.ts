/**
 * Client script: reveals the copy buttons, which need JavaScript, and copies the text that they name; scrolls the current
 * tab into view on phones.
 */
export const COPY_SCRIPT = `
for (const tab of document.querySelectorAll('.tabs [aria-current]')) {
  const tabs = tab.closest('.tabs');
  tabs.scrollLeft = tab.offsetLeft - tabs.offsetLeft - (tabs.clientWidth - tab.offsetWidth) / 2;
}
for (const button of document.querySelectorAll('button[data-copy]')) {
  const label = button.textContent;
  const status = document.getElementById(button.dataset.status);
  button.hidden = false;
  button.addEventListener('click', async () => {
    const source = document.getElementById(button.dataset.copy);
    try {
      await navigator.clipboard.writeText(source.textContent.trim());
      button.textContent = 'Copied';
      if (status) status.textContent = 'Copied to the clipboard.';
    } catch {
      getSelection().selectAllChildren(source);
      if (status) status.textContent = 'Text selected. Press Ctrl+C or Command+C to copy.';
    }
    setTimeout(() => { button.textContent = label; }, 2500);
  });
}
`;
