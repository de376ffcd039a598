import { Get, Param } from '@nestjs/common';
import { AccessInService } from '../../authorization/policy';
import { SnapshotService } from '../../modules/snapshot/snapshot.service';
import { PageController } from '../page/page-controller';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { presentSnapshotPage } from './form.page';

@PageController('api/v2/asset_snapshots/:snapshot')
export class SnapshotPageController {
  constructor(private readonly snapshots: SnapshotService) {}

  @Get('xform')
  @AccessInService('view_asset')
  async xform(@Param('snapshot') uid: string, @CurrentVisitor() visitor: Visitor) {
    return presentSnapshotPage(visitor, await this.snapshots.getXForm(visitor.actor, uid));
  }
}
