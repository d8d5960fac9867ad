import type { ReportDeclaration } from '../../data/reports.ts';
import type { MenuGroup, MenuItem } from '../../kit/menu.tsx';
import type { BucketDays } from '../../looks/compared-chart.tsx';
import { declaredText } from '../../looks/figures.tsx';
import { carried, writeLook } from '../../looks/look.ts';
import type { Looking } from '../../looks/look-tools.tsx';
import { isPossibleCut } from '../../looks/questions.ts';
import { useGo } from '../../shell/links.tsx';
import { useWords } from '../../words/words.tsx';

/** From a bucket to its orders, to its days alone, and to its parts. */
export function useBucketActions(report: ReportDeclaration, looking: Looking) {
  const { look, span } = looking;
  const words = useWords();
  const go = useGo();
  const isHour = span.interval === 'hour';
  const segments = (report.stats?.segments ?? []).filter((each) => isPossibleCut(each, report, look));
  return (period: BucketDays, name: string): readonly MenuGroup[] => {
    const toOrders: MenuItem = {
      id: 'orders',
      label: words.reports.chart.showOrders,
      icon: 'orders',
      onChoose: () => go('/reports/orders', { search: writeLook({ ...carried(look), period }) }),
    };
    const zoom: MenuItem = {
      id: 'zoom',
      label: words.reports.chart.zoom(name),
      icon: 'search',
      onChoose: () => go('.', { search: writeLook({ ...look, page: 1, by: undefined, period }) }),
    };
    // An hour is no period of its own: its day is broken down.
    const within = { ...look, page: 1, period, by: isHour ? look.by : undefined };
    const cuts = segments.map(
      (segment): MenuItem => ({
        id: segment.name,
        label: declaredText(words, segment),
        icon: 'columns',
        onChoose: () => go('.', { search: writeLook({ ...within, cut: segment.name }) }),
      }),
    );
    const groups = [
      { title: name, items: isHour ? [toOrders] : [toOrders, zoom] },
      { title: words.report.cut.label, items: cuts },
    ];
    return groups.filter(({ items }) => items.length > 0);
  };
}
