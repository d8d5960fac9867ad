/** A believable shop, made up: for a first look, for demonstrations and for measuring. */
export { MOST_SAMPLE_ORDERS, MOST_SAMPLE_YEARS, planSample, type SamplePlan, type SampleWish } from './plan.ts';
export { sampleLines } from './sample-lines.ts';
export { type SampleRecord, sampleShop } from './sample-shop.ts';
