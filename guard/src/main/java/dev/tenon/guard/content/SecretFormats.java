package dev.tenon.guard.content;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The formats of common providers: the rows of {@code secret-formats.txt}. */
final class SecretFormats {
    /** A character set with its lengths, or literal text. */
    private static final Pattern BODY_PART = Pattern.compile("\\[(.+?)]\\{(\\d+)(?:,(\\d+))?}|[^\\[]+");

    /** All formats; where several have the same prefix, the first that matches applies. */
    static final List<SecretFormat> ALL = TableReader.readRows("secret-formats.txt", 5)
            .map(row -> parseFormat(Stream.of(row).map(String::translateEscapes).toList()))
            .toList();

    private SecretFormats() {}

    private static SecretFormat parseFormat(List<String> row) {
        SecretBodyMatcher body = row.get(3).equals("PEM") ? new PrivateKeyMatcher() : parseBody(row.get(3));
        SecretBodyMatcher matcher = row.size() > 4 ? body.containing(row.get(4)) : body;
        return new SecretFormat(
                row.get(0), List.of(row.get(2).split(",")), matcher, row.get(1).equals("label"));
    }

    private static SecretBodyMatcher parseBody(String body) {
        List<SecretBodyMatcher> parts =
                BODY_PART.matcher(body).results().map(SecretFormats::parsePart).toList();
        return parts.size() == 1 ? parts.get(0) : SecretBodyMatcher.sequence(parts);
    }

    private static SecretBodyMatcher parsePart(MatchResult part) {
        if (part.group(1) == null) {
            return SecretBodyMatcher.literal(part.group());
        }
        int minLength = Integer.parseInt(part.group(2));
        int maxLength = part.group(3) == null ? minLength : Integer.parseInt(part.group(3));
        return SecretBodyMatcher.repeat(new AsciiCharacterSet(part.group(1)), minLength, maxLength);
    }
}
