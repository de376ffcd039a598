import { parseTagString } from '../../../domain/asset/tag-string';
import { EMPTY_TEXT } from '../../../http/validation/field';
import type { AssetInput } from '../asset.service';
import type { PatchAssetDto } from './write-asset.dto';

/** The body in the words of the service; what was not sent stays absent. */
export function readAssetInput(dto: PatchAssetDto): AssetInput {
  return {
    ...(dto.name !== undefined && { name: dto.name }),
    ...(dto.content !== undefined && { content: dto.content }),
    ...(dto.settings !== undefined && { settings: dto.settings === EMPTY_TEXT ? null : dto.settings }),
    ...(dto.tag_string !== undefined && { tags: parseTagString(dto.tag_string) }),
    ...(dto.report_styles !== undefined && { reportStyles: dto.report_styles }),
    ...(dto.report_custom !== undefined && { reportCustom: dto.report_custom }),
    ...(dto.map_styles !== undefined && { mapStyles: dto.map_styles }),
    ...(dto.map_custom !== undefined && { mapCustom: dto.map_custom }),
    ...(dto.advanced_features !== undefined && { advancedFeatures: dto.advanced_features }),
  };
}
