import { FormQuestion } from './form-tree';

/**
 * True when the question has a control in the body. A calculated or triggered question without label and hint has none
 * (contract-xlsform 3.3).
 */
export function hasControl(question: FormQuestion): boolean {
  const { type, cells } = question;
  if (type.control === undefined) return false;
  const computed = cells['calculation'] !== undefined || cells['trigger'] !== undefined;
  return !computed || cells['label'] !== undefined || cells['hint'] !== undefined;
}
