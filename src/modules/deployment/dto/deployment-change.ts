import type { DeploymentChange, DeploymentInput } from '../deployment.service';
import type { WriteDeploymentDto } from './deployment.dto';

export function readDeploymentInput(dto: WriteDeploymentDto): DeploymentInput {
  return {
    ...(dto.active !== undefined && { active: dto.active }),
    ...(dto.version_id !== undefined && { versionUid: dto.version_id }),
  };
}

/** Only `active` was sent: archive or resume. Anything else, also an empty body, deploys the current content. */
export function readDeploymentChange(dto: WriteDeploymentDto): DeploymentChange {
  if (dto.active !== undefined && dto.version_id === undefined) {
    return { kind: 'set-active', active: dto.active };
  }
  return { kind: 'redeploy', input: readDeploymentInput(dto) };
}
