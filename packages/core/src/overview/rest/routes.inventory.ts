import { type Route, route, section } from '../../interface/route.ts';
import { text } from '../../interface/schema.ts';
import { readAttention, search } from '../index.ts';
import { presentAttention, presentFound } from './presenters.ts';
import { attentionShape, foundShape } from './shapes.ts';

/** Routes over records of several kinds. */
export const overviewRoutes: readonly Route[] = section(
  'Overview',
  route({
    methods: ['GET'],
    path: '/search',
    summary:
      'Find orders, customers, products and items, five of each; kinds that the caller may not read are left out.',
    params: {
      q: text({
        required: true,
        minLength: 1,
        maxLength: 100,
        description: 'The beginning of a number, name, e-mail address, sku or username, words of a name, or a barcode.',
      }),
    },
    useCase: search,
    present: presentFound,
    returns: foundShape,
  }),
  route({
    methods: ['GET'],
    path: '/attention',
    summary: 'Count what wants attention, as far as the caller may see it; only what there is.',
    useCase: readAttention,
    present: presentAttention,
    returns: attentionShape,
  }),
);
