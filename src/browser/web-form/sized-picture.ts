import type { UploadNode } from '@getodk/xforms-engine';

/** Fits a picture into a square. @returns in the format that the browser wrote */
export type Resize = (picture: File, maxPixels: number) => Promise<File>;

/**
 * Called by the package with each picture that is chosen. It is an answer at once, so that a form that is sent right away
 * has it; a smaller copy takes its place when it is made, unless the person chose otherwise meanwhile.
 */
export async function takePicture(question: UploadNode, file: File | null, resize: Resize): Promise<void> {
  question.setValue(file);
  const { maxPixels } = question as UploadNode & { readonly maxPixels: number | null };
  const taken = question.currentState.value;
  if (file === null || !maxPixels || !(await isLarger(file, maxPixels))) return;
  const small = await resize(file, maxPixels).catch(() => undefined);
  if (small === undefined || question.currentState.value !== taken) return;
  question.setValue(withEndingOf(small, file));
  // Drafts are saved after events.
  document
    .getElementById(`${question.nodeId}_container`)
    ?.dispatchEvent(new Event('change', { bubbles: true }));
}

/** @returns false for files that the browser can't show as pictures */
async function isLarger(file: File, maxPixels: number): Promise<boolean> {
  const picture = await createImageBitmap(file).catch(() => undefined);
  const side = Math.max(picture?.width ?? 0, picture?.height ?? 0);
  picture?.close();
  return side > maxPixels;
}

/** Browsers write PNG where they can't write the format of the original. */
function withEndingOf(small: File, original: File): File {
  if (small.type === original.type || small.type === '') return small;
  const stem = original.name.replace(/\.[^.]*$/, '');
  return new File([small], `${stem}.${small.type.replace('image/', '')}`, { type: small.type });
}
