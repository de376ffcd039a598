import { ReadSettings } from '../read/form-settings';
import { element, XmlElement } from '../xml/xml-tree';

/** Where and how clients send what they collect (contract-xlsform 3.2); null when the form does not say. */
export function submissionElement(settings: ReadSettings): XmlElement | null {
  return Object.keys(settings.submission).length === 0 ? null : element('submission', settings.submission);
}
