import type { RunningContributions } from '../../interface/shop/reading/contributed-filters.ts';
import type { FilterSubject } from '../reports/filter-subjects.ts';
import type { ReportDeclaration } from '../use-cases/describe-reports.ts';

type DeclaredFilter = FilterSubject & { readonly words?: readonly string[]; readonly on: readonly string[] };

/** Adds the report filters of extensions to the declarations of those reports that can be filtered by an attribute. */
export function withContributedFilters(
  reports: readonly ReportDeclaration[],
  contributions: RunningContributions,
): readonly ReportDeclaration[] {
  const added = contributions.flatMap(({ declaration }) => declaration.reportFilters);
  if (added.length === 0) return reports;
  return reports.map((report) => {
    const filters = report.filters as readonly DeclaredFilter[];
    const attribute = filters.find(({ of }) => of === 'attributes');
    if (!attribute) return report;
    return { ...report, filters: [...filters, ...added.map((each) => filterOf(each, attribute))] };
  });
}

function filterOf(
  { param, description, values }: RunningContributions[number]['declaration']['reportFilters'][number],
  { on }: DeclaredFilter,
): DeclaredFilter {
  const common = { subject: param, label: description.replace(/\.$/, ''), is: param, on };
  return values ? { ...common, takes: 'word', words: values } : { ...common, takes: 'text' };
}
