package dev.tenon.testkit;

import dev.tenon.model.Revision;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads what a case expects:
 *
 * <pre>
 * error -32600 id 7 status 413 : these words &amp; those words
 * error -32700 without id
 * result id "a b" : words
 * nothing notification
 * batch                        and in the lines that follow, indented, its members
 *   2 * result any id
 * </pre>
 */
final class ExpectedResponseParser {
    private static final Pattern ANSWER = Pattern.compile(
            "(?:(\\d+) \\* )?(?:error (-?\\d+)|result) (?:id (\\S.*?)|(without id)|any id)(?: status (\\d+))?(?: : (.*))?");

    private ExpectedResponseParser() {}

    static ExpectedResponse parse(String name, List<String> lines) {
        if (lines.isEmpty()) {
            throw new IllegalStateException(name + ": expects nothing at all");
        }
        String first = lines.get(0);
        if (first.equals("batch")) {
            List<ExpectedResponse.SingleResponse> answers = new ArrayList<>();
            lines.subList(1, lines.size()).forEach(line -> answers.add(parseResponse(name, line.strip())));
            return new ExpectedResponse.BatchResponse(List.copyOf(answers));
        }
        if (lines.size() > 1) {
            throw new IllegalStateException(name + ": expects more than one thing");
        }
        if (first.startsWith("nothing ")) {
            String kind = first.substring("nothing ".length()).replace(' ', '_').toUpperCase(Locale.ROOT);
            return new ExpectedResponse.NoResponse(ExpectedResponse.UnansweredKind.valueOf(kind));
        }
        return parseResponse(name, first);
    }

    private static ExpectedResponse.SingleResponse parseResponse(String name, String line) {
        Matcher matcher = ANSWER.matcher(line);
        if (!matcher.matches()) {
            throw new IllegalStateException(name + ": not understood: < " + line);
        }
        String id = matcher.group(3) == null ? ExpectedResponse.SingleResponse.ANY_ID : expandId(matcher.group(3));
        return new ExpectedResponse.SingleResponse(
                parseNumber(matcher.group(2), 0),
                matcher.group(4) == null ? id : null,
                parseNumber(matcher.group(5), 0),
                matcher.group(6) == null ? List.of() : List.of(matcher.group(6).split(" & ")),
                parseNumber(matcher.group(1), 1));
    }

    /** An id may be as long as what is sent. */
    private static String expandId(String id) {
        return new String(MessageTemplate.plain(id).render(Revision.newest()), StandardCharsets.UTF_8);
    }

    private static int parseNumber(@Nullable String digits, int otherwise) {
        return digits == null ? otherwise : Integer.parseInt(digits);
    }
}
