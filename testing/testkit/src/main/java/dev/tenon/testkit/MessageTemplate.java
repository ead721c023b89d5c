package dev.tenon.testkit;

import dev.tenon.model.Revision;
import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The message that a case sends. Text is literal, except for placeholders in guillemets:
 *
 * <ul>
 *   <li>{@code «meta»}: the {@code _meta} member of a request in the revision
 *   <li>{@code «revision»}: the name of the revision
 *   <li>{@code «EF BB BF»}: bytes in hexadecimal
 *   <li>{@code «65 * [»}: a repeated text
 *   <li>{@code «100 of "k#":0»}: a repeated text, separated by commas, with the index in place of {@code #}
 *   <li>{@code «100 colliding "#":0»}: the same, with distinct names of equal hash code in place of {@code #}
 * </ul>
 *
 * @param text the text with placeholders
 * @param charset the encoding of the text
 */
record MessageTemplate(String text, Charset charset) {
    private static final Pattern PLACEHOLDER = Pattern.compile("«(?:(\\d+) (\\*|of|colliding) ([^»]*)|([^»]*))»");

    byte[] render(Revision revision) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Matcher placeholder = PLACEHOLDER.matcher(text);
        int from = 0;
        while (placeholder.find()) {
            out.writeBytes(text.substring(from, placeholder.start()).getBytes(charset));
            out.writeBytes(renderPlaceholder(placeholder, revision));
            from = placeholder.end();
        }
        out.writeBytes(text.substring(from).getBytes(charset));
        return out.toByteArray();
    }

    private byte[] renderPlaceholder(Matcher placeholder, Revision revision) {
        if (placeholder.group(1) != null) {
            int count = Integer.parseInt(placeholder.group(1));
            return repeat(count, placeholder.group(2), placeholder.group(3)).getBytes(charset);
        }
        return switch (placeholder.group(4)) {
            case "meta" -> TestRequests.meta(revision).getBytes(charset);
            case "revision" -> revision.wireName().getBytes(charset);
            default -> HexFormat.ofDelimiter(" ").withUpperCase().parseHex(placeholder.group(4));
        };
    }

    private static String repeat(int count, String mode, String part) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            switch (mode) {
                case "*" -> text.append(part);
                case "of" -> text.append(i > 0 ? "," : "").append(part.replace("#", String.valueOf(i)));
                default -> text.append(i > 0 ? "," : "").append(part.replace("#", collidingName(i)));
            }
        }
        return text.toString();
    }

    /** Returns a distinct name for each number below 1,048,576, all with the same hash code. */
    private static String collidingName(int number) {
        StringBuilder name = new StringBuilder();
        for (int bit = 0; bit < 20; bit++) {
            name.append((number >> bit & 1) == 0 ? "Aa" : "BB");
        }
        return name.toString();
    }

    /** Returns a template in UTF-8. */
    static MessageTemplate plain(String text) {
        return new MessageTemplate(text, StandardCharsets.UTF_8);
    }
}
