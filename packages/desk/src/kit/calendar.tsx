import { CalendarDate, parseDate } from '@internationalized/date';
import { useContext } from 'react';
import {
  Button,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  I18nProvider,
  RangeCalendar,
  RangeCalendarStateContext,
  useLocale,
} from 'react-aria-components';
import css from './calendar.module.css';
import { Icon } from './icon.tsx';

interface Days {
  readonly after: string;
  readonly before: string;
}

interface CalendarProps {
  readonly label: string;
  readonly locale: string;
  readonly range: Days;
  readonly today: string;
  /** 0 is Sunday. */
  readonly firstDay: number;
  readonly onChange: (range: Days) => void;
  readonly previousLabel: string;
  readonly nextLabel: string;
}

const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;
const last = new CalendarDate(2199, 12, 31);

/** Two months in which a range of days is chosen; one month on a phone. */
export function Calendar(props: CalendarProps) {
  const { label, locale, range, firstDay, onChange, previousLabel, nextLabel } = props;
  const months = window.matchMedia('(width < 760px)').matches ? 1 : 2;
  const value = range.after <= range.before ? { start: parseDate(range.after), end: parseDate(range.before) } : null;
  return (
    <I18nProvider locale={locale}>
      <RangeCalendar
        aria-label={label}
        className={css.calendar ?? ''}
        defaultFocusedValue={parseDate(range.before).subtract({ months: months - 1 })}
        firstDayOfWeek={weekdays[firstDay] ?? 'mon'}
        maxValue={last}
        onChange={({ start, end }) => onChange({ after: start.toString(), before: end.toString() })}
        value={value}
        visibleDuration={{ months }}
      >
        <div className={css.head}>
          <Button aria-label={previousLabel} className={css.step ?? ''} slot="previous">
            <Icon name="previous" />
          </Button>
          <Months count={months} />
          <Button aria-label={nextLabel} className={css.step ?? ''} slot="next">
            <Icon name="next" />
          </Button>
        </div>
        <div className={css.months}>
          {Array.from({ length: months }, (_, offset) => (
            <CalendarGrid className={css.grid ?? ''} key={offset} offset={{ months: offset }} weekdayStyle="short">
              <CalendarGridHeader>
                {(day) => <CalendarHeaderCell className={css.weekday ?? ''}>{day}</CalendarHeaderCell>}
              </CalendarGridHeader>
              <CalendarGridBody>{(date) => <CalendarCell className={css.day ?? ''} date={date} />}</CalendarGridBody>
            </CalendarGrid>
          ))}
        </div>
      </RangeCalendar>
    </I18nProvider>
  );
}

/** Names of the months that are shown. */
function Months({ count }: { readonly count: number }) {
  const state = useContext(RangeCalendarStateContext);
  const { locale } = useLocale();
  const start = state?.visibleRange.start;
  const names = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  if (!start) return null;
  return (
    <div className={css.headings}>
      {Array.from({ length: count }, (_, offset) => {
        const month = names.format(start.add({ months: offset }).toDate('UTC'));
        return (
          <h3 className={css.heading} key={month}>
            {month}
          </h3>
        );
      })}
    </div>
  );
}
