import { dateTypes } from '../commerce/index.ts';
import type { Schema, Schemas } from '../kernel/schema.ts';
import { countryForm } from '../settings/index.ts';

const text: Schema = { type: 'string' };
const yesNo: Schema = { type: 'string', enum: ['yes', 'no'] };
/** A flag of the screens: some write yes and no, others true and false. */
const mark: Schema = { type: ['string', 'boolean'], enum: ['yes', 'no', '', true, false] };
/** A timestamp: seconds, or a text. */
const moment: Schema = { type: ['integer', 'string', 'null'], maxLength: 40 };
const names: Schema = { type: 'array', items: { type: 'string', maxLength: 200 } };
const object: Schema = { type: 'object' };
const objects: Schema = { type: 'array', items: object };
const oneOf = (...choices: readonly string[]): Schema => ({ type: 'string', enum: choices });

const flag: Schema = { type: ['boolean', 'null'] };
const answer: Schema = { type: ['string', 'null'], maxLength: 500 };
const answers: Schema = { type: ['array', 'null'], items: { type: 'string', maxLength: 200 } };

/** The schemas of the onboarding profile's answers, by stored name. */
export const profileMembers = {
  completed: flag,
  skipped: flag,
  industry: answers,
  business_extensions: answers,
  is_agree_marketing: flag,
  store_email: answer,
  is_store_country_set: flag,
  is_plugins_page_skipped: flag,
  business_choice: answer,
  selling_online_answer: answer,
  selling_platforms: { type: ['array', 'null'], items: { type: ['string', 'null'], maxLength: 200 } },
} as const satisfies Schemas;

/** The readable and writable options, without prefix. */
const listed = {
  setup_connector_opted_in: mark,
  demo_store: yesNo,
  demo_store_notice: text,
  ces_tracks_queue: objects,
  ces_shown_for_actions: names,
  clear_ces_tracks_queue_for_page: { type: ['string', 'boolean'], maxLength: 200 },
  ces_product_feedback_shown: mark,
  shipping_dismissed_timestamp: moment,
  allow_tracking: yesNo,
  task_list_keep_completed: mark,
  task_list_dismissed_tasks: names,
  task_list_hidden: mark,
  task_list_complete: mark,
  task_list_tracked_completed_tasks: names,
  task_list_reminder_bar_hidden: mark,
  extended_task_list_hidden: mark,
  default_homepage_layout: oneOf('single_column', 'two_columns'),
  no_sales_tax: mark,
  calc_taxes: yesNo,
  bacs_settings: object,
  bacs_accounts: objects,
  settings_shipping_recommendations_hidden: mark,
  setting_payments_recommendations_hidden: mark,
  show_marketplace_suggestions: yesNo,
  admin_transient_notices_queue: { type: ['object', 'array'] },
  admin_install_timestamp: moment,
  admin_created_default_shipping_zones: mark,
  admin_reviewed_default_shipping_zones: mark,
  admin_reviewed_store_location_settings: mark,
  admin_dismissed_mobile_app_modal: mark,
  marketing_overview_multichannel_banner_dismissed: mark,
  manage_stock: yesNo,
  dimension_unit: oneOf('m', 'cm', 'mm', 'in', 'yd'),
  weight_unit: oneOf('kg', 'g', 'lbs', 'oz'),
  product_editor_show_feedback_bar: mark,
  single_variation_notice_dismissed: mark,
  product_tour_modal_hidden: mark,
  block_product_tour_shown: mark,
  revenue_report_date_tour_shown: mark,
  show_prepublish_checks_enabled: mark,
  date_type: oneOf(...dateTypes),
  onboarding_profile: { type: 'object', properties: profileMembers },
  default_country: { type: 'string', pattern: `^$|${countryForm.source}` },
  customize_store_onboarding_tour_hidden: mark,
  customize_store_completed: mark,
  customize_store_survey_completed: mark,
  coming_soon: mark,
  store_pages_only: mark,
  private_link: mark,
  share_key: { type: 'string', maxLength: 200 },
  show_lys_tour: mark,
  magic_link_enabled: yesNo,
  phone_sign_in_mail: yesNo,
} as const satisfies Schemas;

const prefix = 'shop_';

/** The schemas of readable and writable options, by name. Payment secrets are excluded. */
export const allowedOptions: ReadonlyMap<string, Schema> = new Map(
  Object.entries(listed).map(([name, schema]) => [`${prefix}${name}`, schema]),
);

/** Names of options used by use cases. */
export const optionNames = {
  allowTracking: 'shop_allow_tracking',
  taxRecommendationsHidden: 'shop_settings_tax_recommendations_hidden',
  onboardingProfile: 'shop_onboarding_profile',
  onboardingProgress: 'shop_onboarding_profile_progress',
  magicLinkEnabled: 'shop_magic_link_enabled',
  phoneSignInMail: 'shop_phone_sign_in_mail',
  /** Whether a phone was ever signed in. */
  phoneSignedIn: 'shop_phone_signed_in',
  customizeStoreCompleted: 'shop_customize_store_completed',
  noSalesTax: 'shop_no_sales_tax',
  keepCompletedTasks: 'shop_task_list_keep_completed',
  trackedTasks: 'shop_task_list_tracked_completed_tasks',
  dismissedTasks: 'shop_task_list_dismissed_tasks',
  completedLists: 'shop_task_list_completed_lists',
  setupComplete: 'shop_task_list_complete',
  setupHidden: 'shop_task_list_hidden',
  extendedHidden: 'shop_extended_task_list_hidden',
  homepageLayout: 'shop_default_homepage_layout',
  /** The page of onboarding: `{ id }`. */
  onboardingHomepage: 'shop_onboarding_homepage',
  /** Drafts made of templates: ids by template and user. */
  templateDrafts: 'shop_onboarding_template_drafts',
  /** `no` where no suggestions are wanted. */
  marketplaceSuggestions: 'shop_show_marketplace_suggestions',
  paymentRecommendationsHidden: 'shop_setting_payments_recommendations_hidden',
  currencyPosition: 'shop_currency_pos',
  thousandSeparator: 'shop_price_thousand_sep',
  decimalSeparator: 'shop_price_decimal_sep',
  /** The connected marketplace account: `{ email }`. */
  marketAccount: 'shop_market_account',
} as const;
