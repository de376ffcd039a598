import { QUESTION_TYPE_NAMES } from '../../domain/xform/form/question-types';
import { hasText, text } from '../texts';

/** In the order of a list to choose from: what most forms have first. */
const FIRST = [
  'text integer decimal select_one select_multiple date time datetime note begin_group begin_repeat geopoint image',
  'audio video file barcode calculate range acknowledge rank geotrace geoshape hidden select_one_from_file',
  'select_multiple_from_file start end today deviceid username audit',
].flatMap((types) => types.split(' '));

/** All types that the compiler knows. */
export const ALL_TYPES: readonly string[] = [...new Set([...FIRST, ...QUESTION_TYPE_NAMES])];
/** Types of one row, which questions can change to. */
export const QUESTION_TYPES = ALL_TYPES.filter((type) => !type.startsWith('begin_'));

/** Word for a type; the type itself without one. */
export function wordOf(type: string): string {
  const name = `type.${type}`;
  return hasText(name) ? text(name) : type;
}

/** Word for a column of texts, such as `media::image`; the column itself without one. */
export function wordOfColumn(column: string): string {
  return hasText(column) ? text(column) : column;
}

/** The word, with the type of XLSForms where it is another. */
export function nameOfType(type: string): string {
  const word = wordOf(type);
  return word === type ? type : `${word} (${type})`;
}

/** Types whose word or name contains the searched text. */
export function findTypes(types: readonly string[], searched: string): string[] {
  const wanted = searched.trim().toLowerCase();
  return types.filter((type) => nameOfType(type).toLowerCase().includes(wanted));
}
