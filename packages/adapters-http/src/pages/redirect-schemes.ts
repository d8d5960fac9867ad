/** Registered protocols, and schemes that open a message, a document or a device: other programs handle them. */
const registered = [
  'aaa aaas acap acct afp afs attachment bittorrent callto cap cid coap coaps content-type crid cvs dav davs dict dns dntp dtn dvb',
  'ed2k example fax feed feeds finger fish ftp ftps geo git go gopher gsiftp h323 hdfs http https iax icap im imap imaps info ipfs ipns',
  'ipp ipps irc irc6 ircs iris iris.beep iris.lwz iris.xpc iris.xpcs jabber jms ldap ldapi ldaps magnet mailserver mailto maps message',
  'mid mms mmsto modem mqtt mqtts msrp msrps mtqp mumble mupdate news nfs ni nih nntp nntps oid opaquelocktoken pack pkcs11 pop pop3 pops',
  'pres prospero proxy rdp redis rediss rlogin rmi rsync rtmfp rtmp rtmps rtsp rtsps rtspu s3 scp service sftp shttp sieve sip sips sms',
  'smsto smb smtp smtps snews snmp soap.beep soap.beeps socks spdy ssh stun stuns svn tag tel telnet tftp thismessage tip tn3270 turn',
  'turns tv udp urn uuid vemmi vnc wais webcal webcals ws wss wpid wtai xcon xcon-userid xmlrpc.beep xmlrpc.beeps xmpp xri z39.50 z39.50r',
  'z39.50s',
];

/** Schemes that browsers and operating systems handle themselves, and schemes that wrap another address. */
const builtIn = [
  'about accountpicture android android-app appdata applescript apt blob brave browserext bytecode calculator cdp chrome content data',
  'device devtools disk edge facetime facetime-audio facetime-prompt file filesystem firefox hcp help helpviewer intent isolated-app itms',
  'itms-apps itms-services itmss jar javascript livescript market mhtml mk mocha nsresource opera page-icon prefs res resource safari',
  'search search-ms settings shell systempreferences tbsearch vbscript view-source vivaldi webpack windows.tbauth wyciwyg',
];

const reserved = new Set([...registered, ...builtIn].flatMap((line) => line.split(' ')));

/**
 * Scheme families of browsers, extensions and operating systems, and every scheme with a plus sign, which stands for one
 * protocol within another (`svn+ssh`) or for the handler of a site or an extension (`web+`, `ext+`).
 */
const families = /^(?:about|chrome|devtools|edge|microsoft|moz|ms|safari|x-apple)[-.]|[+]/;

/**
 * Whether a scheme, in lower case and without its colon, may belong to one application alone (RFC 8252, 7.1): a reverse domain
 * name (`com.example.till`), or a word that no registered protocol, browser or operating system uses.
 */
export const isPrivateScheme = (scheme: string): boolean => !reserved.has(scheme) && !families.test(scheme);
