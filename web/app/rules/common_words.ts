// Words that are common in passwords, in Portuguese and English, without accents and case. common_password.ts handles digits and signs around them.

const WORDS = [
  // Words for passwords and computers, and defaults.
  `senha senhas password passwort passe palavrapasse contrasena pass passw passwd passcode passphrase secret secreto secreta segredo
  minhasenha suasenha novasenha senhanova senhaforte senhasegura mypassword newpassword mypass nopassword senhateste
  login logon signin acesso acessar entrar entrada admin admins administrador administrator adm root toor user users usuario guest convidado
  visitante teste testes test tests testing tester temp temporario temporary trial demo exemplo example sample default padrao inicial
  changeme mudar mudarsenha trocar alterar change letmein openup opensesame abretesesamo abracadabra welcome bemvindo bemvinda benvindo
  hello helloworld alomundo ola oi hi computer computador notebook laptop internet online wifi network rede server servidor system sistema
  master mestre super superuser superman windows linux ubuntu android iphone apple google facebook instagram whatsapp youtube twitter tiktok
  orkut hotmail gmail yahoo outlook microsoft samsung motorola nokia sony playstation xbox nintendo mario pokemon pikachu minecraft roblox
  fortnite freefire counterstrike warcraft zelda naruto goku dragonball matrix hacker hack killer player gamer games game jogos jogo
  cofre banco bank money dinheiro grana rico rica milionario milionaria millionaire finance financas conta contas account dollar dolar real
  reais euro bitcoin empresa company office escritorio trabalho work business negocio negocios vendas suporte support contato contact
  blank null none nothing nada ninguem whatever qualquer naosei esqueci forgot forget lembrar asd asdf qwe qwer qwert qwerty azerty zxc zxcv`,
  // Love, faith, family and what people call each other.
  `iloveyou iloveu iloveme ilove loveyou loveme love lovely lover loves amor amores amoreterno amoramor amorzinho meuamor minhavida vida
  teamo euteamo teamomuito teamodemais teadoro amovoce amoeterno paixao paixaoeterna coracao heart sweetheart honey baby babygirl babyboy
  bebe nenem gatinha gatinho gata gato linda lindo lindinha princesa princess principe prince queen rainha king rei angel angels anjo
  anjinho angelica deus deusefiel deuseamor deusnocomando deusmeama meudeus god godisgood jesus jesuscristo cristo
  christ jesusteama jesusmeama jesuslove jesusamor senhor maria santo santa fe faith hope esperanca paz peace luz light vitoria victory
  bencao blessed blessing abencoado abencoada gratidao obrigado obrigada familia family minhafamilia mae mamae mother mommy mom pai papai
  father daddy dad filho filha filhos meufilho minhafilha son daughter irmao irma brother sister vovo avo grandma amigo amiga amigos friend
  friends bestfriend bestfriends amizade saudade saudades felicidade feliz happy happiness smile sorriso alegria sonho sonhos dream dreams
  dreamer freedom liberdade forever parasempre eterno eternal always sempre together juntos sucesso success lucky sorte sexy sex gostosa
  gostoso beleza beauty beautiful`,
  // Names.
  `ana anapaula anaclara anajulia beatriz bianca bruna bruno caio camila carla carlos carol carolina caroline cecilia clara claudia claudio
  cristiane cristina daiane dani daniel daniela daniele davi david debora diana diego douglas edson eduarda eduardo elaine eliane elisa erica
  erika fabiana fabio felipe fernanda fernando flavia flavio francisco gabi gabriel gabriela giovana giovanna guilherme gustavo heitor helena
  henrique hugo igor isabel isabela isabella isadora ivan jaqueline jessica joana joao joaopedro joaovitor joaquim jorge jose juliana juliano
  julia julio karina karla katia kelly laila lara larissa laura leandro leonardo leticia lila livia lorena lucas luana luca lucia luciana
  luciano luis luisa luiz luiza manuela manoel manuel marcela marcelo marcia marcio marcos margarida mariana mariaclara mariaeduarda
  marialuiza marina marta mateus matheus mauricio mayara melissa michele miguel milena monica murilo natalia nathalia nicolas nicole otavio
  pamela patricia paula paulo pedro priscila rafael rafaela raquel rebeca regina renan renata renato ricardo rita roberta roberto rodrigo
  rogerio rosa rosana samuel sandra sara sarah sergio silvia simone sofia sonia sophia suelen tatiane tatiana thais thiago tiago tomas valeria
  vanessa vera vicente vinicius vitor victor vitoria viviane wagner wellington wesley william yasmin yuri
  aaron adam alex alexander alexandra alexandre alice alicia amanda amber andre andrea andreia andrew andreza angela anna anthony antonio
  arthur artur ashley austin barbara ben benjamin brandon brian brittany charles charlie charlotte chelsea chris christian christopher
  courtney daisy danielle dennis dylan edward elizabeth emily emma eric ethan george grace hannah harry heather isaac jack jackson jacob
  james jasmine jason jeff jennifer jeremy joe john johnny johnson jonathan jordan joseph joshua justin katie kevin lauren liam lily lisa
  logan louis madison maggie mark martin mary matthew megan melanie michael michelle mike molly monkey morgan nancy nathan nicholas noah
  oliver olivia patrick peter rachel rebecca richard robert ruby ryan sabrina sam samantha scott sean sebastian sophie stephanie steve
  steven summer susan taylor theo theresa thomas tiffany tim tony tyler victoria vincent zachary`,
  // Teams, bands, figures.
  `flamengo mengao mengo corinthians timao coringao curintia palmeiras verdao saopaulo spfc tricolor santos santosfc peixe vasco vascodagama
  vascao botafogo fogao fluminense flu gremio gremista imortal internacional inter colorado cruzeiro cabuloso atletico atleticomg galo bahia
  fortaleza ceara sport santacruz nautico goias coritiba athletico avai figueirense ponte guarani chape chapecoense benfica porto sporting
  barcelona barca realmadrid madrid juventus milan chelsea arsenal liverpool manchester manutd united city messi neymar ronaldo ronaldinho
  pele kaka senna ayrtonsenna brasil brasileiro brasileira brazil selecao futebol football soccer baseball basketball hockey volei surf surfing
  skate skateboard golf tennis golfer lakers yankees cowboys steelers eagles rangers ferrari porsche mercedes mustang corvette camaro
  harley honda yamaha toyota chevrolet chevy ford fusca gol jeep batman superman spiderman homemaranha ironman hulk thor avengers starwars
  skywalker yoda vader harrypotter potter hogwarts frodo gandalf pirate pirata ninja samurai naruto barbie hellokitty mickey minnie snoopy
  scooby garfield tigger winnie simpson simpsons bart homer shrek frozen elsa metallica nirvana slipknot acdc ironmaiden linkinpark beatles
  eminem rihanna beyonce madonna shakira anitta bts blackpink onedirection restart nxzero rbd rebelde legiao`,
  // Animals, food, colours, nature, times and places.
  `cachorro cachorra cachorrinho dog dogs doggy puppy cat cats kitty kitten macaco monkey macaca leao lion tigre tiger tigers urso bear panda
  lobo wolf cavalo horse pato duck galinha chicken vaca cow porco pig coelho rabbit bunny tartaruga turtle golfinho dolphin dolphins peixe
  fish tubarao shark aguia eagle falcon coruja owl borboleta butterfly abelha joaninha dragon dragao dragons unicornio unicorn fenix phoenix
  cobra snake viper jaguar panther pantera rex max buddy bella bolinha mel mimi thor nina toto pingo princesinha chocolate choco cookie
  cookies biscoito bolo cake candy doce acucar sugar cafe coffee cerveja beer cachaca vinho wine pizza hamburguer burger cheese queijo banana
  morango strawberry laranja orange limao lemon abacaxi uva cereja cherry maca coconut coco peanut pepper pimenta ginger cinnamon nutella
  azul blue vermelho red verde green amarelo yellow roxo purple preto black branco white rosinha pink prata silver ouro gold golden diamante
  diamond diamonds crystal cristal estrela estrelas star stars sol sunshine sun sunny lua moon ceu sky mar ocean praia beach oceano rio river
  floresta forest flor flores flower flowers rose roses girassol sunflower jardim garden terra earth fogo fire agua water chuva rain trovao
  thunder raio storm neve snow inverno winter verao spring primavera outono autumn fall janeiro january fevereiro february marco march abril
  april maio may junho june julho july agosto august setembro september outubro october novembro november dezembro december segunda terca
  quarta quinta sexta sabado domingo monday tuesday wednesday thursday friday saturday sunday natal christmas navidad halloween aniversario
  birthday riodejaneiro rj sampa curitiba salvador recife brasilia manaus belem belohorizonte bh portoalegre goiania natalrn floripa
  florianopolis vitoriaes portugal lisboa lisbon angola london londres paris newyork california texas florida america usa canada mexico
  argentina japan japao china`,
  // Other common choices.
  `access action alpha amazing asshole awesome badboy bailey bandit bigdog biteme blaster blazer booboo boomer boss bubbles bulldog buster
  casa casper champion chance charger chester classic cooper corona danger darkness darkside death destiny devil diablo dick donald dude
  einstein elephant energy engineer enter escola school estudante student faculdade university medicina medico doctor enfermeira nurse
  professor professora teacher police policia bombeiro soldado soldier army marine navy flash fuckme fuckoff fuckyou fucker fuck merda caralho
  porra puta putaquepariu foda fodase vaitomarnocu genius ghost gordinha gordinho guitar guitarra violao hammer hardcore hunter
  hunting iceman icecream jasper jessie joker jordan junior legend lenda loko louco louca crazy loser louise magic magica maggie marley matrix
  maverick mercury midnight mindfuck moto muffin musica music naughty number numero pepe phantom photo foto pookie power poder precious
  predator pussy rainbow arcoiris random ranger rocket rock rocky rockstar rush samson scooter shadow sombra shalom slayer smokey snickers
  sniper spider stupid sucker sweet sweety sweetie tequila tigger titanic topgun trustno trustnoone turbo ultra universo universe vampire
  vampiro voyager walter warrior guerreiro guerreira whatsup wizard wonder xxx zodiac zeus zorro`,
];

export const COMMON_WORDS: ReadonlySet<string> = new Set(WORDS.flatMap((group) => group.split(/\s+/)));
