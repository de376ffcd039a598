import { lazy } from '../lazy';

/** Predefined value of a setting, with its label. */
export interface SettingChoice {
  readonly value: string;
  readonly label: string;
}

/** ISO 3166-1 codes: alpha-3 followed by alpha-2. */
const COUNTRY_CODES =
  'AFGAF ALAAX ALBAL DZADZ ASMAS ANDAD AGOAO AIAAI ATAAQ ATGAG ARGAR ARMAM ABWAW AUSAU AUTAT AZEAZ BHSBS BHRBH BGDBD BRBBB ' +
  'BLRBY BELBE BLZBZ BENBJ BMUBM BTNBT BOLBO BESBQ BIHBA BWABW BVTBV BRABR IOTIO BRNBN BGRBG BFABF BDIBI CPVCV KHMKH CMRCM ' +
  'CANCA CYMKY CAFCF TCDTD CHLCL CHNCN CXRCX CCKCC COLCO COMKM COGCG CODCD COKCK CRICR CIVCI HRVHR CUBCU CUWCW CYPCY CZECZ ' +
  'DNKDK DJIDJ DMADM DOMDO ECUEC EGYEG SLVSV GNQGQ ERIER ESTEE SWZSZ ETHET FLKFK FROFO FJIFJ FINFI FRAFR GUFGF PYFPF ATFTF ' +
  'GABGA GMBGM GEOGE DEUDE GHAGH GIBGI GRCGR GRLGL GRDGD GLPGP GUMGU GTMGT GGYGG GINGN GNBGW GUYGY HTIHT HMDHM VATVA HNDHN ' +
  'HKGHK HUNHU ISLIS INDIN IDNID IRNIR IRQIQ IRLIE IMNIM ISRIL ITAIT JAMJM JPNJP JEYJE JORJO KAZKZ KENKE KIRKI PRKKP KORKR ' +
  'KWTKW KGZKG LAOLA LVALV LBNLB LSOLS LBRLR LBYLY LIELI LTULT LUXLU MACMO MDGMG MWIMW MYSMY MDVMV MLIML MLTMT MHLMH MTQMQ ' +
  'MRTMR MUSMU MYTYT MEXMX FSMFM MDAMD MCOMC MNGMN MNEME MSRMS MARMA MOZMZ MMRMM NAMNA NRUNR NPLNP NLDNL NCLNC NZLNZ NICNI ' +
  'NERNE NGANG NIUNU NFKNF MKDMK MNPMP NORNO OMNOM PAKPK PLWPW PSEPS PANPA PNGPG PRYPY PERPE PHLPH PCNPN POLPL PRTPT PRIPR ' +
  'QATQA REURE ROURO RUSRU RWARW BLMBL SHNSH KNAKN LCALC MAFMF SPMPM VCTVC WSMWS SMRSM STPST SAUSA SENSN SRBRS SYCSC SLESL ' +
  'SGPSG SXMSX SVKSK SVNSI SLBSB SOMSO ZAFZA SGSGS SSDSS ESPES LKALK SDNSD SURSR SJMSJ SWESE CHECH SYRSY TWNTW TJKTJ TZATZ ' +
  'THATH TLSTL TGOTG TKLTK TONTO TTOTT TUNTN TURTR TKMTM TCATC TUVTV UGAUG UKRUA AREAE GBRGB USAUS UMIUM URYUY UZBUZ VUTVU ' +
  'VENVE VNMVN VGBVG VIRVI WLFWF ESHEH YEMYE ZMBZM ZWEZW';

const byLabel = (a: SettingChoice, b: SettingChoice): number => a.label.localeCompare(b.label, 'en');

/** Countries sorted by English name; `value` is the ISO 3166-1 alpha-3 code. Computed once. */
export const countryChoices = lazy((): readonly SettingChoice[] => {
  const names = new Intl.DisplayNames(['en'], { type: 'region' });
  return COUNTRY_CODES.split(' ')
    .map((code) => ({ value: code.slice(0, 3), label: names.of(code.slice(3)) ?? code.slice(0, 3) }))
    .sort(byLabel);
});

/** Sectors offered to clients; settings accept any other. */
export const SECTOR_CHOICES: readonly SettingChoice[] = [
  ...['Agriculture and food', 'Culture and sport', 'Economy and trade', 'Education', 'Energy'],
  ...['Environment and climate', 'Government and law', 'Health', 'Housing and shelter'],
  ...['Humanitarian response', 'Nutrition', 'Protection and rights', 'Research', 'Social services'],
  ...['Telecommunications', 'Transport', 'Water and sanitation', 'Other'],
].map((label) => ({ value: label, label }));
