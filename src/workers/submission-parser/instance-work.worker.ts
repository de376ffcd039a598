import { serveTasks } from '../pool/serve-tasks';
import { describeFailure, type InstanceTask, workOn } from './instance-work';

serveTasks((task) => workOn(task as InstanceTask), describeFailure);
