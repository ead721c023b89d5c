package dev.tenon.schema.internal.regex;

import java.util.HashMap;
import java.util.Map;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** Finds Unicode properties by their ECMA-262 names: general categories, scripts and the common binary properties. */
final class UnicodeProperties {
    /** Codes of general categories, indexed by Java's constants; 17 is unused. */
    private static final String[] CODES =
            "Cn Lu Ll Lt Lm Lo Mn Me Mc Nd Nl No Zs Zl Zp Cc Cf ? Co Cs Pd Ps Pe Pc Po Sm Sc Sk So Pi Pf"
                    .split(" ", -1);

    private static final Map<String, String> LONG_NAMES = longNames();

    private UnicodeProperties() {}

    /** Returns the characters that have a property, or null when the property is unknown. */
    static @Nullable IntPredicate find(String expression) {
        int equals = expression.indexOf('=');
        String value = expression.substring(equals + 1);
        if (equals < 0) {
            IntPredicate binary = findBinary(value);
            return binary == null ? findCategory(value) : binary;
        }
        return switch (expression.substring(0, equals)) {
            case "General_Category", "gc" -> findCategory(value);
            case "Script", "sc", "Script_Extensions", "scx" -> findScript(value);
            default -> null;
        };
    }

    private static @Nullable IntPredicate findBinary(String name) {
        return switch (name) {
            case "Any" -> c -> true;
            case "ASCII" -> c -> c < 0x80;
            case "Assigned" -> Character::isDefined;
            case "Alphabetic", "Alpha" -> Character::isAlphabetic;
            case "Uppercase", "Upper" -> Character::isUpperCase;
            case "Lowercase", "Lower" -> Character::isLowerCase;
            case "White_Space", "space" -> c -> Character.isWhitespace(c) || Character.isSpaceChar(c) || c == 0x85;
            case "Ideographic", "Ideo" -> Character::isIdeographic;
            case "ID_Start", "IDS" -> Character::isUnicodeIdentifierStart;
            case "ID_Continue", "IDC" ->
                c -> Character.isUnicodeIdentifierPart(c) && !Character.isIdentifierIgnorable(c);
            case "ASCII_Hex_Digit", "AHex" -> c -> c < 0x80 && Character.digit(c, 16) >= 0;
            default -> null;
        };
    }

    private static @Nullable IntPredicate findScript(String name) {
        try {
            Character.UnicodeScript script = Character.UnicodeScript.forName(name);
            return c -> Character.UnicodeScript.of(c) == script;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static @Nullable IntPredicate findCategory(String name) {
        String code = LONG_NAMES.getOrDefault(name, name);
        if (code.equals("LC")) {
            return c -> "Lu Ll Lt".contains(categoryAbbreviationOf(c));
        }
        boolean known = LONG_NAMES.containsValue(code);
        return known ? c -> categoryAbbreviationOf(c).startsWith(code) : null;
    }

    private static String categoryAbbreviationOf(int c) {
        return CODES[Character.getType(c)];
    }

    private static Map<String, String> longNames() {
        Map<String, String> names = new HashMap<>();
        String all =
                "Letter L Cased_Letter LC Uppercase_Letter Lu Lowercase_Letter Ll Titlecase_Letter Lt Modifier_Letter Lm"
                        + " Other_Letter Lo Mark M Nonspacing_Mark Mn Spacing_Mark Mc Enclosing_Mark Me Number N Decimal_Number Nd"
                        + " digit Nd Letter_Number Nl Other_Number No Punctuation P punct P Connector_Punctuation Pc"
                        + " Dash_Punctuation Pd Open_Punctuation Ps Close_Punctuation Pe Initial_Punctuation Pi"
                        + " Final_Punctuation Pf Other_Punctuation Po Symbol S Math_Symbol Sm Currency_Symbol Sc Modifier_Symbol Sk"
                        + " Other_Symbol So Separator Z Space_Separator Zs Line_Separator Zl Paragraph_Separator Zp Other C"
                        + " Control Cc cntrl Cc Format Cf Surrogate Cs Private_Use Co Unassigned Cn";
        String[] words = all.split(" ", -1);
        for (int i = 0; i < words.length; i += 2) {
            names.put(words[i], words[i + 1]);
        }
        return names;
    }
}
