package dev.tenon.testkit;

import dev.tenon.model.Revision;
import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a case sends. Text stands for itself; between guillemets stands what text cannot say or nobody wants to write:
 *
 * <ul>
 *   <li>{@code «meta»}: the {@code _meta} member of a request, as the revision needs it
 *   <li>{@code «revision»}: the name of the revision
 *   <li>{@code «EF BB BF»}: these bytes
 *   <li>{@code «65 * [»}: that often
 *   <li>{@code «100 of "k#":0»}: that often, with commas between them and the count in place of the {@code #}
 *   <li>{@code «100 colliding "#":0»}: as before, with names that Java gives the same hash code in place of the {@code
 *   #}
 * </ul>
 *
 * @param text the text
 * @param charset how it is encoded
 */
record MessageTemplate(String text, Charset charset) {
    private static final Pattern ESCAPE = Pattern.compile("«(?:(\\d+) (\\*|of|colliding) ([^»]*)|([^»]*))»");

    byte[] render(Revision revision) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Matcher escape = ESCAPE.matcher(text);
        int from = 0;
        while (escape.find()) {
            out.writeBytes(text.substring(from, escape.start()).getBytes(charset));
            out.writeBytes(renderEscape(escape, revision));
            from = escape.end();
        }
        out.writeBytes(text.substring(from).getBytes(charset));
        return out.toByteArray();
    }

    private byte[] renderEscape(Matcher escape, Revision revision) {
        if (escape.group(1) != null) {
            int count = Integer.parseInt(escape.group(1));
            return repeat(count, escape.group(2), escape.group(3)).getBytes(charset);
        }
        return switch (escape.group(4)) {
            case "meta" -> TestRequests.meta(revision).getBytes(charset);
            case "revision" -> revision.wireName().getBytes(charset);
            default -> HexFormat.ofDelimiter(" ").withUpperCase().parseHex(escape.group(4));
        };
    }

    private static String repeat(int count, String how, String part) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            switch (how) {
                case "*" -> text.append(part);
                case "of" -> text.append(i > 0 ? "," : "").append(part.replace("#", String.valueOf(i)));
                default -> text.append(i > 0 ? "," : "").append(part.replace("#", collidingName(i)));
            }
        }
        return text.toString();
    }

    /** A different name for each number below a million, all with the same hash code. */
    private static String collidingName(int number) {
        StringBuilder name = new StringBuilder();
        for (int bit = 0; bit < 20; bit++) {
            name.append((number >> bit & 1) == 0 ? "Aa" : "BB");
        }
        return name.toString();
    }

    /** Text without escapes, in UTF-8. */
    static MessageTemplate plain(String text) {
        return new MessageTemplate(text, StandardCharsets.UTF_8);
    }
}
