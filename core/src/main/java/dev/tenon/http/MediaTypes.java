package dev.tenon.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Checks the {@code Accept} and {@code Content-Type} headers (RFC 9110, sections 8.3 and 12.5.1). */
public final class MediaTypes {
    public static final String JSON = "application/json";
    public static final String EVENT_STREAM = "text/event-stream";

    private static final Pattern ZERO_QUALITY = Pattern.compile("[qQ]\\s*=\\s*0(\\.0*)?");

    private MediaTypes() {}

    /**
     * Returns whether a client accepts a media type. The most specific matching range decides; a quality of 0 rejects.
     * A request without the header accepts everything.
     *
     * @param accept the values of the {@code Accept} headers
     * @param type a media type such as {@link #JSON}
     */
    public static boolean accepts(List<String> accept, String type) {
        String any = type.substring(0, type.indexOf('/')) + "/*";
        int bestSpecificity = -1;
        boolean accepted = accept.isEmpty();
        for (String header : accept) {
            for (String range : split(header, ',')) {
                List<String> parts = split(range, ';');
                String name = parts.get(0).toLowerCase(Locale.ROOT);
                int specificity = name.equals(type) ? 2 : name.equals(any) ? 1 : name.equals("*/*") ? 0 : -1;
                if (specificity > bestSpecificity) {
                    bestSpecificity = specificity;
                    accepted = !hasZeroQuality(parts);
                } else if (specificity == bestSpecificity && specificity >= 0) {
                    accepted |= !hasZeroQuality(parts);
                }
            }
        }
        return accepted;
    }

    private static boolean hasZeroQuality(List<String> parts) {
        return parts.size() > 1
                && parts.stream().skip(1).anyMatch(p -> ZERO_QUALITY.matcher(p).matches());
    }

    /**
     * Returns whether a body is JSON: a single {@code Content-Type} of {@code application/json}, with the charset UTF-8
     * if it names one.
     */
    public static boolean isJson(List<String> contentType) {
        if (contentType.size() != 1) {
            return false;
        }
        if (contentType.get(0).equals(JSON)) {
            return true;
        }
        List<String> parts = split(contentType.get(0), ';');
        return parts.get(0).equalsIgnoreCase(JSON) && parts.stream().skip(1).allMatch(MediaTypes::isUtf8OrNoCharset);
    }

    /** Returns whether a response is an event stream. */
    public static boolean isEventStream(List<String> contentType) {
        return contentType.size() == 1 && split(contentType.get(0), ';').get(0).equalsIgnoreCase(EVENT_STREAM);
    }

    private static boolean isUtf8OrNoCharset(String parameter) {
        int equals = parameter.indexOf('=');
        boolean charset = equals >= 0 && parameter.substring(0, equals).strip().equalsIgnoreCase("charset");
        String value = parameter.substring(equals + 1).strip().replace("\"", "");
        return !charset || value.equalsIgnoreCase("utf-8") || value.equalsIgnoreCase("utf8");
    }

    /** Splits outside of quoted strings and strips the parts; there is always at least one. */
    private static List<String> split(String text, char separator) {
        List<String> parts = new ArrayList<>();
        boolean quoted = false;
        int from = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quoted && c == '\\') {
                i++;
            } else if (c == '"') {
                quoted = !quoted;
            } else if (c == separator && !quoted) {
                parts.add(text.substring(from, i).strip());
                from = i + 1;
            }
        }
        parts.add(text.substring(Math.min(from, text.length())).strip());
        return parts;
    }
}
