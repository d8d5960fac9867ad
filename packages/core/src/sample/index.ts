/** Generated sample shops, for demonstrations and benchmarks. */
export { MOST_SAMPLE_ORDERS, MOST_SAMPLE_YEARS, planSample, type SampleOptions, type SamplePlan } from './plan.ts';
export { sampleLines } from './sample-lines.ts';
export { type SampleRecord, sampleShop } from './sample-shop.ts';
