import { InvalidError } from '../../../domain/errors';
import type { ApplicationChange, NewApplication } from '../application.service';
import type { CreateApplicationDto, PatchApplicationDto } from './application.dto';

/** A registration in the words of the service. @throws InvalidError by field */
export function readNewApplication(dto: CreateApplicationDto): NewApplication {
  return {
    name: dto.name.trim(),
    clientType: dto.client_type ?? 'confidential',
    redirectUris: readRedirectUris(dto) ?? [],
  };
}

/** A change in the words of the service; what is absent stays. @throws InvalidError by field */
export function readApplicationChange(dto: PatchApplicationDto): ApplicationChange {
  return { name: dto.name?.trim(), redirectUris: readRedirectUris(dto) };
}

/** Addresses in either key: a list, or text that white space parts (contract-service 4). */
function readRedirectUris({
  redirect_uri: one,
  redirect_uris: several,
}: Pick<PatchApplicationDto, 'redirect_uri' | 'redirect_uris'>): string[] | undefined {
  const sent = several ?? one;
  if (sent === undefined) return undefined;
  const parts: unknown[] = typeof sent === 'string' ? sent.split(/\s+/) : Array.isArray(sent) ? sent : [sent];
  if (!parts.every((part) => typeof part === 'string')) {
    throw new InvalidError({ redirect_uris: ['Send the addresses as text or as a list of texts.'] });
  }
  return [...new Set(parts.filter((part) => part !== ''))];
}
