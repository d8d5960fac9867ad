import * as connector from './connector/index.ts';
import * as marketing from './marketing/index.ts';
import * as marketplace from './marketplace/index.ts';
import * as themes from './themes/index.ts';

/** The contexts that work with other servers of the operator. */
export const partnerContexts = { marketplace, marketing, connector, themes };
