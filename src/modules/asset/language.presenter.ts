import type { IsoLanguage } from '../../domain/content/iso-languages';
import type { Links } from '../../http/url/links';

/** There are no services for transcription and translation, which KoboToolbox lists by language (decision 165). */
export function presentLanguage(links: Links, { name, code }: IsoLanguage) {
  return {
    name,
    code,
    featured: false,
    transcription_services: [],
    translation_services: [],
    url: links.plain.language(code),
  };
}

export function presentLanguageDetail({ name, code }: IsoLanguage) {
  return { name, code, featured: false, transcription_services: {}, translation_services: {}, regions: [] };
}
