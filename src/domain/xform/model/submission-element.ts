import { ParsedSettings } from '../read/form-settings';
import { element, XmlElement } from '../xml/xml-tree';

/** Element `submission`: target, encryption and upload options (contract-xlsform 3.2); null without such settings. */
export function submissionElement(settings: ParsedSettings): XmlElement | null {
  return Object.keys(settings.submission).length === 0 ? null : element('submission', settings.submission);
}
