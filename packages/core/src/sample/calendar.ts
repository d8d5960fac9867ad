import type { SamplePlan } from './plan.ts';
import { randomOf, Weights } from './seeded-random.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;

/** Relative sales per month, from January on. */
const months = [0.92, 0.84, 0.93, 0.96, 1, 0.93, 0.86, 0.88, 1, 1.06, 1.34, 1.5];
/** Relative sales per day of the week, from Sunday on. */
const weekdays = [1.12, 1.08, 1, 0.98, 0.97, 0.9, 0.95];
/** Relative sales per hour. */
const hours = [
  0.25, 0.15, 0.1, 0.08, 0.1, 0.2, 0.45, 0.8, 1.1, 1.35, 1.45, 1.4, 1.3, 1.2, 1.2, 1.25, 1.3, 1.4, 1.55, 1.8, 1.95, 1.7,
  1.1, 0.6,
];
/** Yearly growth. */
const GROWTH = 0.35;

/** The times of orders, which increase with their numbers. */
export interface SampleCalendar {
  /** Milliseconds, in whole seconds. */
  timeOf(order: number): number;
}

/** Spreads the orders of a sample over its days and hours. */
export function createCalendar(plan: SamplePlan): SampleCalendar {
  const days = new Weights(Array.from({ length: plan.days }, (_, day) => weightOf(plan, day)));
  const clock = new Weights(hours);
  return {
    timeOf(order) {
      const { index: day, within } = days.at((order + 0.5) / Math.max(plan.orders, 1));
      const { index: hour, within: part } = clock.at(within);
      const time = plan.start + day * DAY + hour * HOUR + part * HOUR;
      return Math.min(Math.floor(time / 1_000) * 1_000, plan.end - 1_000);
    },
  };
}

function weightOf({ seed, start }: SamplePlan, day: number): number {
  const date = new Date(start + day * DAY);
  const month = months[date.getUTCMonth()] ?? 1;
  const weekday = weekdays[date.getUTCDay()] ?? 1;
  const mood = 0.85 + 0.3 * randomOf(seed, 'day', day).next();
  return month * weekday * mood * saleOf(date) * (1 + (GROWTH * day) / 365);
}

/** Factor of sales events: around Black Friday, and the quiet days of the end of the year. */
function saleOf(date: Date): number {
  const month = date.getUTCMonth();
  const day = date.getUTCDate();
  if (month === 10 && day >= 23 && day <= 29) return date.getUTCDay() === 5 ? 3.2 : 1.7;
  return month === 11 && day >= 24 && day <= 26 ? 0.45 : 1;
}
