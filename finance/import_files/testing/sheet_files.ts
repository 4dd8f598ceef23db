// Spreadsheets that other programs wrote (invented contents), packed: a reader that is tested only with files of our own making would share their
// mistakes. Old .xls by xlwt and SheetJS, .xlsx by openpyxl without its theme, SpreadsheetML and HTML by SheetJS.
import { gunzipSync } from "node:zlib";

const unpacked = (packed: string) => new Uint8Array(gunzipSync(Buffer.from(packed, "base64")));

export const SHEET_FILES = {
  organizze_xls: unpacked(
    "H4sIAAAAAAACA+1YT0gUURj/3uyu627uuus/0EAGISsTWzcSL7pZlnRwMYWKCOrpTjK47si4FnUoyzwKQaeii+AlAqtLf6hDneoQGHUIgsDNg1CnIMGD7v" +
      "S9b2Y2rT24UGIx3/K+9/19v7fv78y8nQvPTz+sycAv1A4uyBo+KFpjY1h8thIC9BuGEO26GIvh0D9FvmKcyCIPPAu88Yo5FPOdAQkeuF8iB/iM5TSMQFxL" +
      "KfIm0kHqA2eiD23IGdxBSxCqqVdlxAeIlxO/T5HPiR8gyxTxNoydZ6dgLhZvaLVW8UmpjnxBEO0+ppyPZGmGSngtVvGVG8yM9UCHrvLk1nTUuktgBnDeup" +
      "SUovPkPFTgBM7AkiEDfLd36gvZsW+unQHal9fbvXnsNyU3wDgYZ2mBT+I0T7mFJwDd2nl1WEml+eKSMrqCO7IczWEs6O/kaY7HcKcyOqCriwsayod4WhnU" +
      "cEl4AI7zpKbjUdynpsc4uqsAjqbOafowtSXzhDqgaimujvoBIvubIq1N0Ui0JSgWUZInFFXncnRvc9QtWh3lWPXwQQ3bG+Q6T6VVLtJa7DRce308mdFVEd" +
      "GrDChqmouGo5Gm5ghFBIB1QBLGYBCLgpIM5bIMHM+UL+LGiC9o8ggi+MXlQodRaN1hFKBNWoI8AaUkh2mrhjB55e63d939PbEzZBmnC8i8pnaIkQUDrooM" +
      "TA6ShwaXWm2gjD3Er1Gr20muIV6BGwzr+p5KSzgyQTHXyVuPOPuI3sd2rpF3oTz59diT2smF2G6UZ7sylypmP8SmoQ6vzQTmi98ENLJGdvuWoKcxu2bWkf" +
      "aJePVvx1uxFLL6blh3cSmsgp/EMHFTE6PDcppkjZWpuVBz5TQ3au6c5kHNY+GwPDiMcIqseEY43pwmcMTYX5aEJnDuvcoapk/g+HKRAsdv4Uh5cCTC2WbF" +
      "m7NdktMETsDCkQinLm77bBwmFaEmcASGKw+GizCCVqsuwijNaWv/i8scswvLhukTGCELw0UY7VIZPBKdxkvnJ/nBIYcccsghhxxyaMsSo8dEoIciNz0Img" +
      "/IXuu7ziqWrPOZ5L+lXtDwl8a3ssOQwlqHiwWtnyrwMLsttsEc+3uhoBOIrsMQ9FM/hgpev/jaxNb+nw0nhv7cFioUP1tIP/8y/g+7Z9edABYAAA==",
  ),
  santander_xls: unpacked(
    "H4sIAAAAAAACA+1YTUwTURCe3e5221Joy48JEEklioAYQCTxArWwhfTAj4UoEhNdoDENpDW1JuoBEcSbidGTPxcSPHBBvfgTJeLNgwkGDxoTE5CDQU8mmn" +
      "gA1nmzuxUKJjRREsx+2zf7Zt73Zt6+3+2+mfHMjT0smIcU1IMFVlQ7WFfZOEx2Q3EDlqsqyxp3GybVxLaC3YYDaRXhWeZriY0hG+954OGB8BIlwCdMJ+AM" +
      "tMaiYe8WooHaoHCsDXUoObiLlizIp1Zlk+wlmUPyPjGfkzxMlmsk65A7x3XDjK+1/JA+i7v4YirLAub3MdX5QJZqyINXbBZfus5pXBH88YgysM0KigQnjA" +
      "MOaHM4Go4z3QX3wAEgy5UtLZXHEXOQi4M9Dj9UL8B3Y1VPe0371to5QPvPtXbpD3YbDmKq/SYvAAyBeooWySi4YEJgJRIEzifiSiK2BC/YZk0JZ4RuxZz/" +
      "9Jdob0RBdvWBmoMiQGMsmlBwklRVV9Uy7K/FMllJKLjpy+GzvfHI54UY8uRYbyKGm31HJHFOQZMTq8YX+yKJmLc0tLssAxmLPYaG/jqUgT5NyQFoD3Z5A6" +
      "1Hg365zdsQ8HeGgt2451QxVDu14lCgMdAQlNvQ3ukPBZv8Dnbw0EblXrNRZdICdqLsw+dmeQ8tYzf21NLEt9mWnnbfSbIM0eGkHWF7WI+BCpdZDaycBcbh" +
      "RR0E5VRjH8lh8lpI+QKSubjG8F7SnqdnmkaIc4VKS9BPDeGtb++qfCnmR78eeVI0uuArw/xk8/zF3Ml3vjEoxiO1D+uzawQquAru9i2Gpz7jzunb3UeS+e" +
      "u2Phvv1p9N1c9pFyyzxY7waM+GDPbkfAqDIwaTmmb0H+PzG/B54lt0vtbfgs4XqPfW8gXiizpfIL41qfGoSUnNgpotqQmo2ZOaiJojqVlRy9CjiilRB3kH" +
      "2bJhcJYnvkhRnXptkaJmojaFHJE835lSVQ8UvhfRM/Np3cCnlXwO6z6t5JPNG62MtfYGx+bkLkxWvY/Yy5DmJANkdD4tI3PawkJINIHXhpAoxFU9hEQhXM" +
      "TbiZq4zqkERRz7Wer5bHjEhgYPvt9wgAkTJkyYMGHCxIbQXguB3i3Y65qov1pL+nedZUwr5meS/xYhiOGVwD+VAYjiPQ4X0po/O0DkDF/cJusY3wsZjmH0" +
      "OPRDD7WjP+35i3+NuNXPs+mK7r+3hNKNv5JOO/9x/F/9A90EABYAAA==",
  ),
  long_texts_xls: unpacked(
    "H4sIAAAAAAACA+3da2ybZxUH8PM6sWM7tmM7zv3m3O+J48SJkzRNO9jKZSvduHSDSZBt0TStTaYoCMYHGIyKT0hIfJhAk7ZCYRqMruOybnTAxm0DCh0bUJ" +
      "iE1NIP/cAnJBBo2mqe55wT1ufVk1fNmqR2OM9f7xvffolr+xxfTtq+fCZx7uhTjefBtXZDGVwqhCBw2WmO2m5bOxIHdX6hoA+ufb1VbQVZJbVCQXVHBvxw" +
      "Knq6Qt+H+v4+Dz44Uf6C2gP8TW23w32wf3lpMb2N6zq8DguOvg5zau/Aw+qUGDTgtUri/k7cV+P+Sbzkc7jfg6d8Efdz6rLnnA/Dmfn9A3l+FN/q68DzYq" +
      "C/70k0r+EpY1ADL+lH8We+5NBl/bB35Z6FQ8V5Rmt5BI6But/2LS4triwcOgcpdQceg38V0gD/XKvU59Ny+vae7oA6/T/m6RWW07/sKwd4AAofwwf4EYjC" +
      "3CP6HD/cuLx098IbkE7fr47Oq01d8K6F1UU/wOo9q4cWVZkuHF7++NJqGCCbyU4OZ/LDmdwjjrMXLsIFWFY/aAleh8OwCCt4bExtT6QlEsn6edSBvRcvLK" +
      "eXXj+8uLKczqY/KavI1tH1e9y49DiJ5AryNbPPTUifK8L19fU7XU46nURyhTlmdrtJ6XZFub6xfr+bkn4nkWwg3zR7Xl56XpGux9bvetPS9SSSDeZxs/ON" +
      "ZaT1Fe36ltfAQkYWEsnbybddLVDmGMW8nvBqgjLTkHhlF6TTjtwMXvmOqxvKtKO413GvfiiTD4nkavKkqx3KOKTY1wmvhiijEYnkavOUqynKvKT413e92q" +
      "LMTiSSzcj3XL8TLfOUUljfX785ZmWyIpFsWn7gapAybSmN9bRXi5S5i0SymTnpapMyhimV9YxXo5SBjESy2XnW1Syvakijf0cApI1t6/qhV8+UmY1EshU5" +
      "5eqbMscppfWcV9OUiY5EslX5kdk4x2XKU1rrx17/LI7MeySSrcxPXO1TZkCltp73aqAyDZJItjovuJqoTIhKb/3Uq43KrEgi2Y78zNVK5S/5lOL6uVczlS" +
      "GSRLJd+YWroe60wdL/1e8I/NKrr8qcSSLZzrzo+tfIZfZUquul9RvrhEyhJJJtz69czVUmU6W7fu3VXmVGJZFci/zG1WJlblXK67RXk5UJlkRyrfJbV6OV" +
      "qVZpr995tVqZb0kk1zJnXO1W/jJVqa+XvRquDL4kkmud35tNN1dEw7BdEGqSf0fg7a5XvP47X5mNSSTFkFdd/VfmZTth/cGr+crkTCIplvzR1YBlmrYz1p" +
      "+8WrDM1SSSYspZVxuWWdtOWX/2asQydZNIii1/cTVjmcTtnPWaVzuWmZxEUowJA0AoGAcIxOFU9HSFOgoBtUXBBw5E1P4uqMLDCbUHiEMQ3nj8H6/cdMeB" +
      "+Y/iKQ+oU/Ry1NbtK1f7AnxWC4VjeM4u3JepbQDFIO4/h9+1CQ834j4Ffv2150ANH7jhQbzM5/HcHvVzxnG9Ot972eE+dfjI329+pvXIhfl+dfj4vvOfSh" +
      "0/O38UOiCkrr2DeRCGnCHnq1/R69n5ta8OJPF7/xX3Dbi/E/fVuA/64nzdC0B/yCp4E8J4MIF7OqZvHed/x3x8W2ntWLSDuowv76DWt9unffqY1v92SPss" +
      "2mdoumf8rH2ov1BGusyiywxdhjrAugx1nZ90uUWXG7ocdQXrctSPBUj7LdpvaD/qIGs/6qkg6YBFBwwdQB1iHUD9Yoh0hUVXGLoCdZh1BeqDlaSDFh00dB" +
      "B1Jesg6osR0iGLDhk6hDrCOoT6EzHSYYsOGzqMOso6jLoiTrrSoisNXYk6xroS9UMJ0hGLjhg6grqKdQR1bzXpqEVHDR1FHWcdRX0yRTpm0TFDx1AnWMdQ" +
      "76slXWXRVYauQp1kXYX6bB3puEXHDR1HXc06jvruBtIJi04YOoE6xTpB9d1IOmnRSUMnUdewTlJ9N5OutuhqQ1ejrmVdTfXdSjpl0SlDp1DXsU5RfbeRrr" +
      "HoGkPXoK5nXUP13U661qJrDV2LuoF1LdV3B+k6i64zdB3qRtZ1VN9dpOstut7Q9aibWNdTfXeTbrDoBkM3oG5m3UD13Uu60aIbDd2IuoV1I9V3P+kmi24y" +
      "dBPqVtZNVN8DpJstutnQzajbWDdTfQ+RbrHoFkO3oE6zbqH6HibdatGthm5F3c66lep7lHSbRbcZug11B+s2qu8M6bRFpw2dRt3JOk31nSXdbtHthm5H3c" +
      "W6nep7nHSHRXcYugN1N+sOqu8c6U6L7jR0J+oe1p1U31Okuyy6y9BdqHtZd1F950l3W3S3obtR97HupvqeId1j0T2G7kHdz7qH6nuWdK9F9xq6F/UA616q" +
      "7znSfRbdZ+g+1IOs+6i+d5Put+h+Q/ejHmLdT/W9h/SARQ8YegD1MOsBqu/rSA9a9KChB1GPsB6k+n4H6SGLHjL0EOpR1kNU39eTHrboYUMPo86wHqb6vo" +
      "H0iEWPGHoE9RjrEarvd5EetehRQ4+izrIepfp+N+mMRWcMnUE9zjpD9f1e0mMWPWboMdQTrMeovm8knbXorKGzqHOss1Tf+0mPW/S4ocdRT7Iep/o+QHrC" +
      "oicMPYF6ivUE1ffNpHMWnTN0DnWedY7q+/2kJy160tCTqKdZT1J9f4D0lEVPGXoK9QzrKarvD5HOW3Te0HnUs6zzVN8HSU9b9LShp1HvYj1N9X0b6RmLnj" +
      "H0DOo51jNU3x8hPWvRs4aeRb2b9SzV9+0Au31JeFq/8YM98NYKgyxeDr7tpg8Z9JtUP3+Mod/26TdvIb659NuhCH68AfgGowo/0qA380l82w/4Ili/lNUv" +
      "SPXLynr8aADwhZp+uaVfNOmXPvoFjH4Zol9M6JcE+oldPz3rJ9lu/MAC8GlLP/n044cfgO1cN2XdWnWD1G1ONyvdcnTj0OWvi1iXoi4oXRb6wa0fovqBNs" +
      "sfp+gHmH6YzPNDYq/a1LMIqOcCeKfaVFcH1Zthn9pUlwXVK+E9alNdD1TvgpvUproQvE9tqp+A6gpwi9pUfYOqUvig2lS9gaoauFQoFN5Um/5arOsWWFZZ" +
      "VffF9bCkvq7A/Rt6/NSC31n7Xs4VGn17rB0+qH76CtwLd+D1uHfDj1/1xs65/M9zxfDE5pXQRn/+pY1czy3++f8Fne5JogC2AAA=",
  ),
  itau_card_xls: unpacked(
    "H4sIAAAAAAACA+1XzU8TURD/ve123fLZgiJiJKQeNBpCLQG5gEAABVGR4kcMiRRRMSqaiiTe/OKm0Xj2YuLFk3pRY0ysf4DRcPQEevCAhzWamBik/t5sS0" +
      "uDCYghGjub39u3s+/NzM7Mm/f27ZvA5L3HFVPIoiZ4MJvwwcrgKcJIPfjdZ43ZRCKRYidy9E/RD2I2CZPx8xJWMqY5/B/Qa9pDZMZ/FWETPiKPyCcKiEKi" +
      "iCh2SwACRAlRSqwm1hBlxFqinFhHVBDrczn1V6IXyyMTXpWqJWqRc3SuSYLJ/hHBMGp5jaILdUvWXwJD9BvJvWfxdrt0COcQw2kM8n6O99/Vn6LFzNF+um" +
      "/hj9FS9WfS9nB9eDm6fTargOXFYOz1Kl9cwWJcp3hKeGS+krPCe6If53W4I8O1taNdEawItYoNUaVtoFloZE/hLrkB1iTDjZzULd0+lHEvpG2UegYMxOJt" +
      "Dcl4fVXNMu6mtEFpi6AlPpU574SzjZXOkRm3k0vBq1qYXacQxRlUmnVoYE1UQeTt3RWpQT7bKgob5hVE64kgzvIKwuoN4gKvICYu6feTUliBr1nBzfFXlp" +
      "9NAxL6cb69JRXNUh0M9CguMuRR3GCJUbymcURvlo5baC2nPHmINpA+QKdQi3xHJ99Lbr02rjB5YMeZerCbUfnZ726/Nrdhm9ur/Y078Ixs0i7lzS1H/7zl" +
      "WCiJWsB2iJbofkC0+zl35sHniT2DPTuOCn+L8LdKe1U4lzPkXxP+dfcXwChyv2eumJpGIPlfwO/upBui+C5MlWIOiXeiZG4Qz/hpsTpDxgg+sj2L4+yNsg" +
      "qbRilfezjACzUmi0cXaT3PtZvzQtwrahDiiqpBmPcw6jlgmxjtZ0hUNzpxEL1oITrZVhEH2N8nvBB9XcMFG4LH0AtZKxuf3v+s8kB/s9bjSevZvoCejRyg" +
      "9RRCRdAnMtupoR2HKXsPetDNvpbsEclCl3dTsk98pTnKNKolRfysN/TNF2hXxChliI6owjF+8wjG2I+xFnzgk5ZnpuWhTCz1pi1tWMDSau1DV0cPbdsp9r" +
      "Vjr1itLe4g+uiZFrSRo3V40zrid+Kf+DXMGmeXmzGOnZGvxfA4Ibmbzmbh+Rz/AivFQN7cPG1vk1GCJ5I6zRmjnqti5tO8RXTSLiUyTw5SWIftTUTWgUKL" +
      "T+3qXmGayUWRo1/TTw3pfgAAEAAA",
  ),
  itau_card_xls_5: unpacked(
    "H4sIAAAAAAACA+1WS28SURQ+8yowQgv4iKJpJiztAgopZVPtNAVDLYIDGBdNxqmQYOSRDNOuidqliXHtxqVLd8aN+AOMxqWraty50aRLBc89M1OIiQmoGy" +
      "Lf5Dvcc5j7nZm55z7evQ0dPn0e+Qi/4BII0B/4YG4kxiF51wnaPmN/MBi44cEMU4UfyL5DEcdPcsZzxv+D7pwWkO74sznvQXqRPqSMPIH0IwPIeeSCvQTM" +
      "amXKqcHfQQSJc9cSbsw+rNa6ot3egDZed/84vww85eedvWfcfkuiu6eVoA5JvCzYgpWJ84ed/C7G6RNy5tq/wqT5R+Hz4iyXJNg133jYIeA1rQavkD3kJ+" +
      "QOpMBTqieT1lZJmQgbqPVZXON4/MpPsB2Cc6QeJnuS7Bp6DLfM3mbaGZEjbp3+e0g2SnYemMoHai/DKfhK9z5ySk5SzTtGY1E8D2k4G9X1mK4r0Xo9qkeb" +
      "TTSdThT9Q1qwAI5GPtIsNnlsFAe4IZTpTDiXNaw905CPaypINRWgcfOjreKewdohGsMg7i7fn317n98tXtYpfpHiS2TvUaRLO5CN+xR/YJ8/ednZpdgsEn" +
      "m/cyAVIWcZOvM5x68aliHyYfQ59GVoGC3daNZaVlvkAxgTMCrBvtFom+w2+8FkiK/E4ulYIp5IifwFepQgltx27oamajlVUStaQVPjydhyXOBZYTKZgy/X" +
      "XyxWdtaZjuDqrA51TmOU6QSgVC5oGSVzU80XtzNMQCABQvcqCnjpvYL0bhFss25hqOoNw1SqNeV2u7VfMzt6m/UVh33hDCWX3OTpYfIIRm2VonpFzWeulQ" +
      "tKJpspV9TNAlORhiq9x72X3AJ+XS4LBi6Ke2Dir/y79WM1kUrADFOLn8uMfWIADgAA",
  ),
  mobills_xlsx: unpacked(
    "H4sIAAAAAAACA32WBzRc6xbHx2gxiBElgiAxZpTRRokgarQZZYQIQhBcIvoQLaIT3WjRa0Zv0aNFTXRCrjKiJkRPtOg8yV1v5cV9956z1vnW962z9zp7n9" +
      "/+741GERLRAgCAC4CDCjvDUd6Ci6pAAOA1CQDAcHbqas3vYuf4GGNpbu6E4f+5CPK52lh73p2IwAuAj+M4C9A8d8VqcLz+yqjFeKSC3OCkVLJZtO5Ke76N" +
      "8cT0kry0mVfRE/py9PhnDhaL/pTEm98hUgInnNyAJck/K6m1aqLLr7JDykFW8MCiAEVPLobSV9pQfqzlzZkGwj9pidNuyIlAw5PbJ6dCYIITKkhGXQel1W" +
      "XGLSOhjFUBZ8/dyldQc456yth2Xj4Tws2muwDzLCl1dStLIpPwtsyEupoTV2rn5/2ffJplU4qvGvbGv1KyedqXW5KLAYISP1wrc1+7Rox0hsR1DZiid+O0" +
      "2QdGc7+5GB5zN/LSRyEO/D6XJ9WxGsKCgF/zDCragBEikw05Yu8uwQQtSINWHsaIDZOr5TOrZCdXYg3WaDogNGss7PmIQdHuiBOhQunnYTFf3gx4JRDE44" +
      "2pEhC2gF4b71iRt+1SEwCm6y5j8aOpcSQoziswaAG/TsGkaL3v/TH7aQcuvmPsUP5lnsUO0AfNJfUCULbGvlSwouwel+IhJhhI3nfJNRCzQGE/qZ4Sa2wh" +
      "M9/OGuv4MBoulr3hJ8A4FcYXvCCadcUWsfAxSbtcVqdWeNl0S+OVANJ06w1ha3jSGEDEIAayykEmoeKLUrlux7CfPbyVLpkZsME0joGqIsfAKzcivjbuSg" +
      "4fvzIpsTT1K8roysQaD73TpzihPEISZmsRWmDX7ggE5+czMepDkg/nJ4QZcmfrGegK1iZnVvUGxzuH2T2D3VQYZ9GctIk3jjJI2L0SsfyBZjYur6pVkTou" +
      "Pchjfe/HpDuNxqrfA3OWT3W6pNG/EVizuH/cSwAApBL9I4GInwRqG9pOCFA0hcwSake8T8+0p4B34VdNZKKsJ4VMh6vRetsQ6HiE0KoJaVcH9HX+CnAkTX" +
      "XoSOoZLZc5DDFQLft50aKwMvUdJcaF35+X0brlgWYQ/ji/s7K5X6SqLFWW0wNdeDsJUpNFnP9JcsWUKcbCyZhDxFbVjMqGfGEUSJe6sAF/RmltPmnPCnYb" +
      "kQ2X+GyXSih2j0ISZ615X0Ucodv3KbLi0BnPfhAGC4ZJlLNP96Ytjkuk97iluKrllRlrEKxj2jm45xNTolkvD+0V5ylFrN07CGrygtlR0b942dQTnex2dC" +
      "0CWTST4YrKFXngXucWUwsMlBRyCgmzEx0A2e1F82laeSlLiPLxGXL0e7pDx7i+NXHy7YcaS+FbO7emt1iTvHnly2BoMyigEGys4n5nLBdsDNsHXDOkakE0" +
      "68ZgtXAsfriLh3PStc4XdumsDqWMam9StiGDTF6HVxzniDO+mX93dCDamGY+J8aiyRhNunw00dm1/5K9PxmiMqVVIhdLPkisEJrv5s/GlAeDUXdPZ/GZLD" +
      "u1WxYfVx0Dc+LxiiAepViDydfzN/h3ZzpMlg/aJmiEqhrHa78QhmvYn/JcZ2H2ogq6zHVK+jsBG62qgMAzDfIgBwAo/yIA4+RmbY758dsndVCRZ8JzwqO5" +
      "PgHgotajvhjur51frIO/tW1VJg/fx4r3gw5WVl41gp8kFulXvSC5Fvll64YdzUjjLbLvY4g/YrJpC0qHRvDrUj0Hnj2QJenFCK4gYbzyw8kR5vImobBBFu" +
      "U7ZqHjRZ2QWe7Joj/Zaoa+dz2g6tZZmitCtm4m6iw17CVAWwyKuQqHYjzWXzZkC6uVJ/tzKCrjPbi+Hk7RVCx6VthW1hEJavi16kGjOQZuaz9SI5q+sv6I" +
      "EmuQ4vtsVsSDt1KlqCed4Kr28YC9MUsNOsUS5YhTu8BWu0F+uyWglpuYU3QlQrcnDF+nxua2dh/erZHbr+Ag8FnYCD5M3cbf36fO1N17t062So98RNeY4Z" +
      "llo7EzaY/6/UIO5dgYPx3I7U25UN+KRgs5yVb/p3YlzMzJml5/DF51pjfU1qT4Y46EOayP+BN7/X76+NpeRXU6yYuozUNWv+rVlrJA1uOTMQNgLYL1yzcj" +
      "cd0TZ1I9OD5P5F74zcc0DN+5j0lGFcOsV0n44PccRh2Rie4TrBbT0amHJrWOM+qaI1GyY7lCurjL+zzZT6Pm9z8QQug1DD/zC4RtzTkOpwiVcEog9N8V31" +
      "xtSBBreR0eadEQWH0iyxZLJ0MEBO8EBPqUA6l2dqQXqlq3QGyMs8uila16PCl0rjcy8V5oowuFTlTRjnoLbpoZ88UrEyYfLClDgU3PZYXlZjKamie+6jx7" +
      "CIC+XUgdl6mXvClq2U3DHpIjqenmHcUIzIVjCWQ8CUhtQOKaYKI5ckVKk/mb21fCwY0LNGi9LDAFF6JRwYeuwJtqiH/70ryb3nWwtzKDW4ScvQmMTZjiAl" +
      "HApmSDslHjQPmLXYMn+/WN+8TnJEtpJaT5bEd/Bu0ZswAjR3NrDD/fj2dqNMoWKEghU3rJ3Eg1vx0oWDRWJv+cvDb4S3ZiO9a0fft7+FgzmyU16jQtjbeU" +
      "SjjjCTNmAmf9VqDdYFxHpBhQ/pjLOM0hS5dbBCXDmykcNbgzBoYvbHF08rbZjtSoYo5UtkHYlTpMpbkLiHaHYK+kLYkdKa8/7uAthDrt+zgA+pCUWlq0ep" +
      "Qr8i2nd2uHLSpLScEevo19qRr6JLZUKm2y6eUWzvRhpev04unWYB7trf03qQK44KFRBTKoXdn5QJtIJPbkz7TZ+ixQql/a/NDO7vGP2gzHTqq3CVAEGOG6" +
      "CQdLfFVUV2wTvFUuDAY+Sc9Zt+KVvrtqW5YLe3SXU07OgEOquinlE3ygnxX1JaKr/n08fROYElOvrHWHkkHlXgkxk3vVlqIj5/E1Z+dw0Ii6Mwk81y2+T4" +
      "tKHyGOoqyGkOC9dD+4R9GJAKy3vRGXinV5lSxKpVRy40zRG7g8RfNI+5yvPrpQGASuye5Fm/XmMThYNpSEH013nYZMZP1oUfJBinm+S7dEMbkgE6PHt7Dl" +
      "Fw2hotNmKo2t5R/f9gYkWBDoZsPWYe5NFFANcGBQgalLZFJLKUebn4th6PdBU7kwp+hsow5XqA4jZztjHnE0rSGRsxZlhFgGdP8IKN9mV0AgTmwtS7BJJX" +
      "NCysZqEK7DnfdebocZTctkIsh9hJR059nf6VsVhWcMH/BZ8n/v6lrmmdgTLNT4Pd+FDxz5Ks924Wf5Zvwr33+x9b9Z/8lZR7QayE8ArFh6yRGgZLOUlVdo" +
      "+5GeH+x01NLu3xu7vMZTh84MtX1Z+E2t85BFNRpm1ZF6NW+NOfj9os+dcUS9BCCOl1HBx1ms90bVjuIGsyehelyjFXhOoMFnWsgsfjUxK4H5RK7SeTJur2" +
      "y+Z6bZqPlbdVMuPRbHGWsXpUWWPfWWqIeaWEgvpAGJGyhUBu3VaD4VCBkQvp4mPJRTsSB/Ot/7LG16TudNu7OrQY8z1rvta4/U77HiZpl0Wc/YMj7r+zRn" +
      "p/fl7WydzG2djLTd7M0xhj8i7dDuOeMLfBTXOcr9ZMmH0Mo90yCT9FkzJPltiNGmLepg1/qSPpm2fgGbQzDd19Ve13ebmztggop+vcgAy+dzfnd0RWeEu8" +
      "EtGNzFrkdz05V3NV8UT/nq937ZLaBIa9ZSvxWkyzuKXknFreZ/shFuuXzdRwF7K6L5QSFYXPExUs3gnoeRp1aXNB3E5SKDtWr7FcLbOf1IChwrXUQ4v4dy" +
      "l3aUjVOWxRpDjnhh1EV69IMFsU+ID1VcmaD5fofQ9gSZe2OAqApHSKohFsqCCJuu7yIhSQoNoZh8CcZqoezrpwTjmyQiVYmCe+Pk0yCJHptkmRoNvss1c5" +
      "Kzu1H4azTabQjPXiOM1Ma0ldlGuuKUnOXpQetuoRN+L4ZARBJeSIVGEQBpCf95lv/v5U0A+JfJ/ryX8/PYLy++wH+ezs57Od/Tf3nxJzrX4f/2AefU9Zep" +
      "COlvWnve8Lxa/TJkufA37TpvfL70fhlHkP1bIZ73cx7rX37cQf8XcjSKmOTHC6Rn99szw+6fMf8HXwzx8qYNAAA=",
  ),
  itau_card_spreadsheetml: unpacked(
    "H4sIAAAAAAACA62Vy47aMBSG95X6DpH3wXYClIlIRikkI6QZGIXQdmsSM6BJbGSbAZ6niz5Ad93yYmNzaSvUUdMmK9/O/5+Tz47dv92VhfVChVxx5gPcQs" +
      "CiLOP5ij35YJbGdg9YUhGWk4Iz6oM9leA2eP+u/5mL5znnz5Y2YNIHG8E8mS1pSaRdrjLBJV8oO+OlxxeLVUY9uRaU5HJJqQInkccryE7NRbGroKC7jBYX" +
      "gfzP0nKldZtV7g2cuI0RRna389G1Mc6xHTo3sY1QGCI0wO1ez7mIlqosfLBUau1BuN1uW1u3xcUTTBOYRAPbLLcRCPpTtS+oPLeWlN5o6IMhXZBNoQvQ4z" +
      "EpNesxFyUpdPx4U86piM1QwaAPj7oruXTwVaRZOfV8cEcZFdrrNzW8VGF28vjtvzLHRG0E0X4pmZvYhG+PeVhO9Q6YRANaFGbqaHLJfxUzJIqYqXS/1p5T" +
      "JfShAsFIkcOPPjSLugjjoxud4DqLUytLrmevkvzNzHnTrCDs8E2DYYr/o2f7Tc8X/UOJChjcWhhQB6IedJDTbQzG/ehTEiaj0ApnySQJkQsxqk3ldG5BgL" +
      "Hbct0KWNr1sHxoHMs0nSSRFX0JHx7vo8Z4dDoVWHRqsWiMQH74XhBh5dTKODNPyuErbw5EqwqJbr1T0Wv8VDyGd+FDNE4nVhRH6SwcThojYmMHoT8ygedb" +
      "G/682c99814Hr/1bXELzBwAA",
  ),
  itau_card_html: unpacked(
    "H4sIAAAAAAACA42U306DMBTGX6XpPSt/xsYFI+kEzcwmhjHjbTdqmGFgoC76PF74AN55y4t5BjpqQOSClHznO9/pL21qx+KQOHbMWeTYBy4Y2sUsL7iY4W" +
      "fxoFiYOLbYi4Q765hzcb1GIdsmHHkvT1kubFLXbFIHbLPoFfwnByw5fBGKmGAKxBW4/j3O8EKw8hOjfQTqY6FQDTuVBHFR1fNTmUOlJV50ie5ZJNXcP2ef" +
      "Vmm0jp2Tcs7r6EhYWr6zA09F1jTOoVEqtDepS5vsCD2yJMubOBfslTSIQTWJahFd1ScSiYGdRu8bvVzcBTRYUEQ3gR9Q1SCaKoFBTpejTWh0EKbNGE0zRo" +
      "YhIYK/1oYxTjsYx8A4HcK4Dv3AQ949Xd0uPQkOAn6V2lTjfirTlIjAa5qDaCQGs/9iROVHwnIUcbTL0iPPi/JNvnbQ3eVoc5j/cIxkEDCDMOxcrI5zmcC5" +
      "WEPO5ZZe0ZV3E/rIu/TCDXV9iQ1S2vU22aSfTNF0VbrPLtgrSaIj3y8Uqd8rUr2BX5PeItUKBQAA",
  ),
} as const;
