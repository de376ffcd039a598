import { Get } from '@nestjs/common';
import { Public } from '../../authorization/policy';
import { presentRedirect } from '../page/page';
import { PageController } from '../page/page-controller';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { presentHomePage } from './home.page';

@PageController('accounts/home')
export class HomeController {
  @Get()
  @Public()
  show(@CurrentVisitor() visitor: Visitor) {
    return visitor.actor.kind === 'user' ? presentRedirect('/projects/', [], 302) : presentHomePage(visitor);
  }
}
