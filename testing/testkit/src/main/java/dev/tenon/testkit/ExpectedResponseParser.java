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
 * Parses the expected response of a case:
 *
 * <pre>
 * error -32600 id 7 status 413 : these words &amp; those words
 * error -32700 without id
 * result id "a b" : words
 * nothing notification
 * batch                        followed by its members as indented lines
 *   2 * result any id
 * </pre>
 */
final class ExpectedResponseParser {
    private static final Pattern RESPONSE = Pattern.compile(
            "(?:(\\d+) \\* )?(?:error (-?\\d+)|result) (?:id (\\S.*?)|(without id)|any id)(?: status (\\d+))?(?: : (.*))?");

    private ExpectedResponseParser() {}

    static ExpectedResponse parse(String name, List<String> lines) {
        if (lines.isEmpty()) {
            throw new IllegalStateException(name + ": no expected response");
        }
        String first = lines.get(0);
        if (first.equals("batch")) {
            List<ExpectedResponse.SingleResponse> responses = new ArrayList<>();
            lines.subList(1, lines.size()).forEach(line -> responses.add(parseResponse(name, line.strip())));
            return new ExpectedResponse.BatchResponse(List.copyOf(responses));
        }
        if (lines.size() > 1) {
            throw new IllegalStateException(name + ": more than one expected response; use batch");
        }
        if (first.startsWith("nothing ")) {
            String kind = first.substring("nothing ".length()).replace(' ', '_').toUpperCase(Locale.ROOT);
            return new ExpectedResponse.NoResponse(ExpectedResponse.UnansweredKind.valueOf(kind));
        }
        return parseResponse(name, first);
    }

    private static ExpectedResponse.SingleResponse parseResponse(String name, String line) {
        Matcher matcher = RESPONSE.matcher(line);
        if (!matcher.matches()) {
            throw new IllegalStateException(name + ": invalid expected response: < " + line);
        }
        String id = matcher.group(3) == null ? ExpectedResponse.SingleResponse.ANY_ID : expandId(matcher.group(3));
        return new ExpectedResponse.SingleResponse(
                parseNumber(matcher.group(2), 0),
                matcher.group(4) == null ? id : null,
                parseNumber(matcher.group(5), 0),
                matcher.group(6) == null ? List.of() : List.of(matcher.group(6).split(" & ")),
                parseNumber(matcher.group(1), 1));
    }

    /** Expands repetitions, since an id may be as long as the request. */
    private static String expandId(String id) {
        return new String(MessageTemplate.plain(id).render(Revision.newest()), StandardCharsets.UTF_8);
    }

    private static int parseNumber(@Nullable String digits, int defaultValue) {
        return digits == null ? defaultValue : Integer.parseInt(digits);
    }
}
