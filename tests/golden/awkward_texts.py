"""Texts on which tokenizers tend to disagree; both scripts beside this one use them."""

TEXTS = [
    "", " ", "0", "17", "-3", "1.5e-3", "C", "Cl", "carbon", "Carbon CARBON cArBoN", "playing plays",
    "label_12", "a-b", "a/b\\c", "x=y<z>w", "(N+)[O-]", "#", "##", "##ing", "ing##", "###", "C#", "$5 + 3^2 ~ `q` | r",
    "[MASK]", "a[MASK]b", "[mask]", "[ MASK ]", "[CLS] x [SEP]", "[UNK]", "[PAD][PAD]", "[MASK", "[[MASK]]", "[MASKS]",
    "naïve café", "nai\u0308ve cafe\u0301", "\u0301", "e\u0301\u0327", "Ångström A\u030A \u212B", "ÀÉÎÕÜ", "ﬁ ﬂ ½ ² ™",
    "İstanbul ıI iİ", "I\u0307", "straße STRASSE ẞ", "ΟΔΟΣ Σ ς σ", "ǅ ǆ Ǆ", "Ⅷ ⅷ Ⓐ", "DŽ",
    "中文", "日本語テキスト", "漢a字", "한국어 각", "\u1112\u1161\u11ab", "ｆｕｌｌ　ｗｉｄｔｈ！", "㐀 \U00020000 \U0002B820 \U0002B920 豈",
    "ภาษาไทย น้ำ", "हिन्दी क्षि", "العربية شَدَّة", "עִבְרִית", "Русский Й Ё", "Việt Nam ế", "ქართული ᲥᲐᲠ", "𐐀𐐨",
    "😀", "a😀b", "👨\u200d👩\u200d👧", "❤\ufe0f", "🇩🇪", "👍🏽", "a\u20e3",
    "zero\u200bwidth", "joi\u200dner", "non\u200cjoiner", "soft\u00adhyphen", "\ufeffbom", "rtl\u200fmark \u202eabc\u202c", "word\u2060joiner",
    "tab\there", "line\nbreak\r\nhere", "nul\x00l", "bell\x07l", "esc\x1b[0m", "del\x7fl", "c1\x85l\x9f", "\x0b\x0cvt ff",
    "nb\u00a0space", "thin\u2009space", "ideo\u3000space", "ogham\u1680space", "line\u2028sep\u2029par", "mongol\u180esep",
    "x" * 99, "x" * 100, "x" * 101, "x" * 300, "é" * 100, "é" * 101, "a " * 200, "-" * 150, "中" * 120, "İ" * 60,
    "don't", "“quoted”", "‘single’", "en–em—dash", "ellipsis…", "¿qué?", "50%", "a,b;c:d", "hello!!!", "_under_score_", "•bullet", "§3", "€5 £6 ¥7", "a·b", "«x»", "、。", "〈x〉",
    "\ufffd", "a\ufffdb", "\ue000private", "\U000f0000", "\u0378unassigned", "\U000e0001tag", "\uffff",
    "\u166dsign", "a\u1734b", "a\u1885b", "a\ua9bdb", "a\U000111c9b", "a\U00011938b", "a\u08e3b", "a\u0898b", "\u2e43\u2e5d",
    "  many   blanks  ", "MiXeD 中é😀[MASK]##ing\t-1\u200b", "q\u0323\u0307 q\u0307\u0323",
]

# Bytes that are not UTF-8: as if each maximal broken part were U+FFFD.
BROKEN = [b"\xff", b"a\xffb", b"\xc3", b"\xe4\xb8", b"a\xe4\xb8b", b"\xc0\xaf", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\x80\x80x", b"ok\xf0\x9f\x98"]
