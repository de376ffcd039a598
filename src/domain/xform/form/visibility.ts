import { FormQuestion } from './form-tree';

/**
 * True when people see the question. One that is calculated or triggered and has neither label nor hint works
 * unseen (contract-xlsform 3.3).
 */
export function hasControl(question: FormQuestion): boolean {
  const { type, cells } = question;
  if (type.control === undefined) return false;
  const computed = cells['calculation'] !== undefined || cells['trigger'] !== undefined;
  return !computed || cells['label'] !== undefined || cells['hint'] !== undefined;
}
