import { query } from '../../kernel/use-case.ts';
import type { SitePorts } from '../ports.ts';

const describe =
  ({ apiDescription }: SitePorts) =>
  async (): Promise<unknown> =>
    apiDescription();

/** Describes the inventory interface as an OpenAPI document. */
export const readApiDescription = query('signed-in', describe);
/** The same for installations that let everybody read it. */
export const readPublicApiDescription = query('anyone', describe);
