package dev.tenon.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;

/** Finds the parts of validated JSON text. It validates nothing and copies nothing. */
final class TrustedJsonScanner {
    private TrustedJsonScanner() {}

    /** Returns the members of an object in order; of duplicate names, the last value counts. */
    static JsonMemberMap readMembers(byte[] b, int from, int to) {
        JsonMemberMap.MembersBuilder members = new JsonMemberMap.MembersBuilder();
        int at = skipSpace(b, from + 1, to);
        while (b[at] != '}') {
            int nameEnd = skipValue(b, at, to);
            String name = readName(b, at, nameEnd);
            int value = skipSpace(b, skipSpace(b, nameEnd, to) + 1, to);
            int valueEnd = skipValue(b, value, to);
            members.put(name, new Json(b, value, valueEnd - value));
            at = skipComma(b, valueEnd, to);
        }
        return members.build();
    }

    /** Returns the elements of an array in order. */
    static List<Json> readElements(byte[] b, int from, int to) {
        List<Json> elements = new ArrayList<>();
        int at = skipSpace(b, from + 1, to);
        while (b[at] != ']') {
            int end = skipValue(b, at, to);
            elements.add(new Json(b, at, end - at));
            at = skipComma(b, end, to);
        }
        return elements;
    }

    private static int skipComma(byte[] b, int at, int to) {
        int next = skipSpace(b, at, to);
        return b[next] == ',' ? skipSpace(b, next + 1, to) : next;
    }

    static int skipSpace(byte[] b, int at, int to) {
        int i = at;
        while (i < to && b[i] <= ' ' && b[i] >= 0) {
            i++;
        }
        return i;
    }

    /** Returns the offset after the value that starts at {@code at}, or {@code to} when the text ends within it. */
    static int skipValue(byte[] b, int at, int to) {
        return switch (b[at]) {
            case '"' -> skipString(b, at, to);
            case '{', '[' -> skipContainer(b, at, to);
            default -> skipNumberOrLiteral(b, at, to);
        };
    }

    private static int skipString(byte[] b, int at, int to) {
        int i = StringScanner.findQuoteBackslashOrControl(b, at + 1, to);
        while (i < to && b[i] != '"') {
            // The byte after a backslash belongs to the escape; a control character occurs only in truncated text.
            i = StringScanner.findQuoteBackslashOrControl(b, Math.min(to, i + (b[i] == '\\' ? 2 : 1)), to);
        }
        return Math.min(to, i + 1);
    }

    private static int skipContainer(byte[] b, int at, int to) {
        int open = 0;
        int i = at;
        while (i < to) {
            switch (b[i]) {
                case '"' -> {
                    i = skipString(b, i, to);
                    continue;
                }
                case '{', '[' -> open++;
                case '}', ']' -> open--;
                default -> {}
            }
            i++;
            if (open == 0) {
                return i;
            }
        }
        return to;
    }

    private static int skipNumberOrLiteral(byte[] b, int at, int to) {
        int i = at;
        while (i < to && b[i] > ' ' && b[i] != ',' && b[i] != '}' && b[i] != ']') {
            i++;
        }
        return i;
    }

    private static String readName(byte[] b, int at, int end) {
        return StringScanner.findQuoteBackslashOrControl(b, at + 1, end - 1) == end - 1
                ? MemberNameCache.intern(b, at + 1, end - 1)
                : readString(b, at, end);
    }

    /**
     * Returns the text of the string whose opening quote is at {@code at} and whose closing quote is at {@code end -
     * 1}.
     */
    static String readString(byte[] b, int at, int end) {
        int escape = StringScanner.findQuoteBackslashOrControl(b, at + 1, end - 1);
        if (escape == end - 1) {
            return new String(b, at + 1, end - at - 2, UTF_8);
        }
        StringBuilder text = new StringBuilder(end - at);
        int plain = at + 1;
        for (int i = escape; i < end - 1; i++) {
            if (b[i] != '\\') {
                continue;
            }
            text.append(new String(b, plain, i - plain, UTF_8));
            i++;
            text.append(b[i] == 'u' ? (char) SurrogateValidator.parseHex(b, i + 1) : unescape((char) b[i]));
            i += b[i] == 'u' ? 4 : 0;
            plain = i + 1;
        }
        return text.append(new String(b, plain, end - 1 - plain, UTF_8)).toString();
    }

    private static char unescape(char c) {
        return switch (c) {
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            default -> c;
        };
    }
}
