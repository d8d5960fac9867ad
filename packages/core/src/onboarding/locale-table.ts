/** Made by scripts/write-locales.ts from the Unicode CLDR 48; not to be changed by hand. */

/** How amounts are written, and the countries that write them so, each with its currency. */
export const priceStyles = [
  {
    position: 'left',
    thousand: ',',
    decimal: '.',
    countries: `
    AG:XCD AI:XCD AS:USD AU:AUD BB:BBD BM:BMD BQ:USD BS:BSD BZ:BZD CA:CAD CC:AUD CK:NZD CN:CNY CU:CUP
    CX:AUD DM:XCD DO:DOP FJ:FJD FK:FKP FM:USD GB:GBP GD:XCD GG:GBP GH:GHS GI:GIP GS:GBP GU:USD GY:GYD
    HK:HKD HM:AUD IE:EUR IM:GBP IN:INR IO:USD JE:GBP JM:JMD JP:JPY KI:AUD KN:XCD KR:KRW KY:KYD LC:XCD
    LR:LRD MH:USD MO:MOP MP:USD MS:XCD MT:EUR MX:MXN NF:AUD NG:NGN NI:NIO NR:AUD NU:NZD NZ:NZD PH:PHP
    PN:NZD PR:USD PW:USD SB:SBD SG:SGD SH:SHP SV:USD TC:USD TH:THB TK:NZD TT:TTD TV:AUD TW:TWD UM:USD
    US:USD VC:XCD VG:USD VI:USD`,
  },
  {
    position: 'right_space',
    thousand: ' ',
    decimal: ',',
    countries: `
    AL:ALL AM:AMD AO:AOA AX:EUR BF:XOF BG:EUR BJ:XOF BL:EUR BV:NOK BY:BYN CD:CDF CG:XAF CI:XOF CM:XAF
    CZ:CZK DJ:DJF EE:EUR FI:EUR FR:EUR GA:XAF GE:GEL GF:EUR GN:GNF GP:EUR GW:XOF HU:HUF KG:KGS KZ:KZT
    LT:EUR LV:EUR MC:EUR MF:EUR MQ:EUR MU:MUR MZ:MZN NC:XPF NO:NOK PF:XPF PL:PLN PM:EUR PT:EUR RE:EUR
    RU:RUB SC:SCR SE:SEK SJ:NOK SK:EUR ST:STN TF:EUR TG:XOF TJ:TJS TL:USD TM:TMT UA:UAH UZ:UZS WF:XPF
    XK:EUR YT:EUR`,
  },
  {
    position: 'left_space',
    thousand: ',',
    decimal: '.',
    countries: `
    AF:AFN BT:BTN BW:BWP CW:XCG ER:ERN ET:ETB GM:GMD GT:GTQ HN:HNL HT:HTG IR:IRR KE:KES KP:KPW LK:LKR
    LS:ZAR MG:MGA ML:XOF MN:MNT MV:MVR MW:MWK MY:MYR NE:XOF NP:NPR PA:PAB PE:PEN PG:PGK PK:PKR PY:PYG
    SL:SLE SO:SOS SX:XCG SZ:SZL TO:TOP TZ:TZS UG:UGX VU:VUV WS:WST ZM:ZMW ZW:ZWG`,
  },
  {
    position: 'right_space',
    thousand: '.',
    decimal: ',',
    countries: `
    AD:EUR AZ:AZN BA:BAM BI:BIF CY:EUR DE:EUR DK:DKK DZ:DZD ES:EUR FO:DKK GR:EUR HR:EUR IS:ISK IT:EUR
    LB:LBP LU:EUR LY:LYD MA:MAD MD:MDL ME:EUR MK:MKD MR:MRU RO:RON RS:RSD SI:EUR SM:EUR TN:TND VA:EUR
    VN:VND`,
  },
  {
    position: 'right_space',
    thousand: ',',
    decimal: '.',
    countries: `
    AE:AED BH:BHD EG:EGP EH:MAD IL:ILS IQ:IQD JO:JOD KM:KMF KW:KWD MM:MMK OM:OMR PS:ILS QA:QAR SA:SAR
    SD:SDG SS:SSP SY:SYP TD:XAF YE:YER`,
  },
  {
    position: 'left_space',
    thousand: '.',
    decimal: ',',
    countries: `
    AR:ARS AT:EUR AW:AWG BE:EUR BN:BND BO:BOB BR:BRL CF:XAF CO:COP GL:DKK GQ:XAF ID:IDR NL:EUR RW:RWF
    SN:XOF SR:SRD UY:UYU VE:VES`,
  },
  {
    position: 'left',
    thousand: '.',
    decimal: ',',
    countries: `
    CL:CLP EC:USD LA:LAK TR:TRY`,
  },
  {
    position: 'right',
    thousand: ',',
    decimal: '.',
    countries: `
    BD:BDT KH:KHR`,
  },
  {
    position: 'left_space',
    thousand: "'",
    decimal: '.',
    countries: `
    CH:CHF LI:CHF`,
  },
  {
    position: 'left',
    thousand: ' ',
    decimal: ',',
    countries: `
    CR:CRC NA:NAD`,
  },
  {
    position: 'right_space',
    thousand: ' ',
    decimal: '$',
    countries: `
    CV:CVE`,
  },
  {
    position: 'left_space',
    thousand: ' ',
    decimal: ',',
    countries: `
    ZA:ZAR`,
  },
] as const;

/** Currencies that have not two decimals. */
export const otherDecimals =
  'AFN:0 ALL:0 BHD:3 BIF:0 CLP:0 COP:0 DJF:0 GNF:0 HUF:0 IDR:0 IQD:0 IRR:0 ISK:0 JOD:3 JPY:0 KMF:0 KPW:0 KRW:0 KWD:3 LAK:0 LBP:0 LYD:3 MGA:0 MMK:0 OMR:3 PKR:0 PYG:0 RWF:0 SOS:0 SYP:0 TND:3 UGX:0 VND:0 VUV:0 XAF:0 XOF:0 XPF:0 YER:0';

/** Countries that weigh in pounds and measure in inches. */
export const poundsAndInches = 'LR US';
