// Prints numbers about the sources, each with the bound that the project aims for: `npm run check -- --measure`.

import { allParsed } from '../test/architecture/rules/sources.ts';
import { measures } from './measure/measures.ts';
import { reportOf } from './measure/report.ts';

console.log(reportOf(measures, allParsed()).join('\n'));
