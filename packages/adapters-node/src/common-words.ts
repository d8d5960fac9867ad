/** The words of a text. */
export const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Default, placeholder and keyboard passwords; compiled for this project. */
export const habitWords = words(`
  password passwort passwd passcode passphrase parola contrasena senha haslo motdepasse wachtwoord salasana
  admin administrator root superuser sysadmin manager operator support service default system server
  login logon signin access account guest user username test testing tester temp temporary demo sample example
  welcome hello letmein openup opensesame enter changeme changeit changethis secret secure security private
  master mypassword newpassword thepassword userpass adminpass rootpass secretpass nopassword mypass passpass
  trustno trustme whatever nothing anything something everything forgotten remember
  computer internet windows android iphone google facebook amazon youtube twitter instagram linkedin microsoft apple
  samsung nokia laptop desktop keyboard website network database backup company office business inventory warehouse
  backroom storage shopping checkout
  qwerty qwertz azerty asdf asdfgh zxcvbn zxcvbnm qazwsx qweasd qweasdzxc asdfghjkl qwertyuiop poiuytrewq lkjhgfdsa mnbvcxz
  abcdef abcdefg abcabc abcd xyzxyz
`);

/** Terms of affection, food, seasons, colours and the like. */
export const fondWords = words(`
  love lovely lover loveme loveyou iloveyou iloveu iloveme iloveit ilovegod ilovemom ilovedad lovelove forever together
  baby babygirl babyboy sweetie sweetheart sweety honey darling angel angels princess prince queen king beauty beautiful
  gorgeous pretty handsome cutie sexy kisses hugs heart hearts family mother father brother sister mommy daddy friend
  friends friendship bestfriend happy happiness smile smiley lucky sunshine rainbow butterfly flower flowers blossom
  sunflower rose daisy lily violet orchid tulip cherry peach strawberry blueberry raspberry banana orange apples lemon
  mango melon chocolate cookie cookies candy cupcake caramel vanilla cinnamon peanut pepper ginger pumpkin sugar
  coffee cheese bacon burger pizza pasta noodle chicken potato tomato pickle
  summer winter spring autumn january february march april may june july august september october november december
  monday tuesday wednesday thursday friday saturday sunday christmas halloween easter birthday holiday vacation weekend
  morning midnight moonlight starlight twilight sunset sunrise heaven paradise freedom liberty destiny fortune
  diamond crystal silver golden platinum emerald sapphire treasure jewelry
  jesus jesuschrist christ church bible blessed blessing faith grace spirit amazing amazinggrace hallelujah
  purple yellow green black white orange1 blue red pink brown scarlet crimson
`);

/** Animals, heroes, games, music and sport. */
export const playWords = words(`
  monkey dragon tiger tigger lion eagle eagles falcon falcons hawk raven ravens wolf wolves panther panthers cougar jaguar
  leopard cheetah bear bears dolphin dolphins shark sharks whale turtle spider scorpion cobra viper python snake lizard
  puppy kitty kitten doggie doggy bulldog rabbit bunny horse horses pony mustang bronco stallion elephant penguin
  buster snoopy garfield mickey minnie bambi simba pokemon pikachu charmander digimon naruto goku dragonball mario luigi
  zelda sonic minecraft fortnite roblox warcraft starcraft counterstrike callofduty halflife playstation nintendo gamer
  superman batman spiderman ironman hulk wolverine avenger captain joker superhero wonderwoman catwoman
  starwars startrek skywalker jedi yoda darth vader matrix neo gandalf hobbit frodo legolas harrypotter hogwarts
  gryffindor slytherin terminator predator godfather rocky rambo jamesbond goldeneye
  football soccer baseball basketball hockey tennis volleyball softball cricket rugby boxing wrestling swimming running
  cycling skating skateboard snowboard surfing fishing hunting camping golfer golfing racing nascar ferrari porsche
  mercedes corvette camaro mustang1 toyota honda yamaha suzuki kawasaki harley chevrolet
  arsenal chelsea liverpool everton manchester manutd barcelona realmadrid juventus milan bayern dortmund benfica ajax
  lakers celtics bulls chicago cowboys steelers packers patriots raiders redskins broncos vikings yankees redsox dodgers
  guitar guitarist drummer piano violin music musical metal metallica nirvana slipknot eminem beatles blink rockstar
  rocknroll hiphop reggae dancer dancing ballet cheerleader champion champions winner victory legend warrior fighter
  ninja samurai pirate pirates viking knight wizard magic magical mystic shadow phantom ghost zombie vampire demon devil
  killer hunter ranger soldier marine sniper trooper rebel outlaw bandit gangster hacker hacking phoenix thunder
  lightning storm tornado hurricane blizzard blaze inferno volcano ocean river mountain forest desert island galaxy
  universe cosmos planet saturn jupiter mercury venus apollo zeus athena hercules spartan spartans trojan titan titans
`);

/** First names and places. */
export const nameWords = words(`
  michael jennifer jessica ashley daniel david andrew joshua matthew robert thomas anthony charlie george william richard
  joseph jonathan nicholas nicole michelle amanda samantha stephanie elizabeth victoria alexander alexandra alexandre
  christian christina christine christopher benjamin brandon brittany hannah heather jasmine jordan justin kimberly
  lauren madison maria martin melissa morgan natalie natasha olivia patrick patricia rachel rebecca sabrina sandra sophie
  steven taylor tiffany vanessa veronica vincent zachary abigail adrian albert alberto alejandro alfred alice amelia
  andrea angela angelina antonio arthur barbara bernard bianca camila carlos carmen carolina caroline catherine cecilia
  charles charlotte chelsea1 claudia danielle diana diego dominic eduardo edward eleanor emily enrique erica eugene
  fernando florian frances francesca francisco frank frederic gabriel gabriela gabrielle gerald giovanni gloria gregory
  harold harry helena henry isaac isabel isabella ivan jackson jacob james jason javier jeremy johanna john johnny
  jorge juan julia julian juliana karen katherine kathleen kevin larry laura lawrence leonardo linda logan louis
  lucas lucia luis manuel marcus margaret mariana marie marina mario1 marta mary mason maxwell miguel miranda monica
  nathan nelson oliver oscar pablo pamela paolo paula peter philip rafael ramon raymond ricardo roberto rodrigo roger
  ronald rosemary russell samuel scott sebastian sergio simone sofia stella stephen susana sylvia teresa theodore theresa
  timothy tommy tyler valentina valerie virginia walter wendy xavier yolanda yvonne
  america american england britain scotland ireland germany france italia espana portugal brasil brazil mexico canada
  australia russia poland london paris berlin madrid roma newyork losangeles california florida texas boston dallas
  denver houston miami phoenix1 seattle sydney toronto moscow istanbul amsterdam
`);

/** Ways over keyboards, the alphabet and the digits: every stretch of eight or more characters is common. */
export const walks = words(`
  qwertyuiopasdfghjklzxcvbnm qwertzuiopasdfghjklyxcvbnm azertyuiopqsdfghjklmwxcvbn
  1qaz2wsx3edc4rfv5tgb6yhn7ujm 1q2w3e4r5t6y7u8i9o0p q1w2e3r4t5y6u7i8o9p0 qazwsxedcrfvtgbyhnujm zaq12wsxcde34rfv
  zaq1xsw2cde3vfr4 !qaz2wsx3edc 1qazxsw23edc 1qazxsw2 qweasdzxc qweqweqwe asdasdasd zxczxczxc qwaszxqwaszx
  123qweasdzxc qwe123asd456 1234qwerasdf qwer1234asdf asdf1234zxcv !@#$%^&*()_+ 147258369 741852963 159357258 789456123
  963852741 321654987 147896325 abcdefghijklmnopqrstuvwxyz 01234567890123456789
`);

/** Common passwords that follow none of the patterns. */
export const oneOffs = words(`
  abc12345 abc123456 abcd1234 abcd12345 1234abcd 12345abc 123456abc a1b2c3d4 a1b2c3d4e5 a1234567 a12345678 a123456789 aa123456
  aa12345678 1234567a 12345678a 123456aa 123456789a 123456789q q1234567 q12345678 z1234567 x1234567 1q2w3e4r! p0o9i8u7 qwerty!@# 123qweasd
  qwe12345 qweasd123 asd12345 zxc12345 asdf1234 zxcv1234 qwer1234 qwert123 qwerty12 1qwertyu 12qwaszx 1a2b3c4d 1z2x3c4v
  pass1234 pass12345 pass@123 pass@word1 passpass1 p@ss1234 p@ssw0rd! p@55w0rd pa55word pa55w0rd pa$$w0rd passw0rd! pass-word pass_word
  trustno1 trustno1! letmein! iamgroot iamtheone ihateyou imissyou ineedyou iwantyou iknowyou iforgot1 idontknow dontknow
  fuckyou1 fuckyou2 fuckoff1 asshole1 bullshit bollocks dickhead
  blink182 ou812ou812 thx11381 ncc1701d ncc1701e agent007 bond0007 jamesbond007 area5151 catch222 r2d2c3po
  correcthorsebatterystaple tobeornottobe onceuponatime helloworld hello-world hello_world hellohello nevermind givemeaccess
  letmeinnow openthedoor knockknock opensesame1 abracadabra supercalifragilistic
  11223344 1122334455 112233445566 12344321 123454321 123321123 12332112 87651234 12131415 10203040 102030405060
  13579246 135792468 246813579 24681012 31415926 314159265 3141592653 27182818 14142135 16180339 20002000 19841984
  00112233 00001111 11110000 11112222 12121212 13131313 69696969 96969696 42424242 10101010 01010101 98989898 55667788 99887766
`);
