import type { SecretBox } from '../../config/secret-box';
import type { HookEntity } from '../../database/entities/hook.entity';
import type { HookSettings } from '../../domain/hook/hook';

export function sealSettings(box: SecretBox, settings: HookSettings): Buffer {
  return box.seal(JSON.stringify(settings));
}

export function openSettings(box: SecretBox, { settings }: HookEntity): HookSettings {
  return JSON.parse(box.open(settings)) as HookSettings;
}
