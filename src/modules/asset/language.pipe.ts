import { Injectable, type PipeTransform } from '@nestjs/common';
import { type IsoLanguage, isoLanguages } from '../../domain/content/iso-languages';
import { NotFoundError } from '../../domain/errors';

/** Finds a language by its code. */
@Injectable()
export class LanguagePipe implements PipeTransform<string, IsoLanguage> {
  /** @throws NotFoundError */
  transform(code: string): IsoLanguage {
    const found = isoLanguages().find((language) => language.code === code.toLowerCase());
    if (found === undefined) throw new NotFoundError();
    return found;
  }
}
