/** Whether a key is typed into a field, or belongs to a dialog or a player. */
export function isTyping({ target }: KeyboardEvent): boolean {
  return (
    target instanceof Element &&
    target.closest('input, select, textarea, dialog, audio, video, [contenteditable]') !== null
  );
}
