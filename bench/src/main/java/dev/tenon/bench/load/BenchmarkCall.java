package dev.tenon.bench.load;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** A call that is made again and again: what is sent, and what has to come back. */
public final class BenchmarkCall {
    /** Where the id stands in the text; each call has its own, of as many digits. */
    static final String ID = "100000000";

    private final RequestShape form;
    private final String method;
    private final String name;
    private final String body;
    private final List<byte[]> expectedTexts;

    private BenchmarkCall(RequestShape form, String method, String name, String body, String... wanted) {
        this.form = form;
        this.method = method;
        this.name = name;
        this.body = body;
        this.expectedTexts = Arrays.stream(wanted)
                .map(text -> text.getBytes(StandardCharsets.US_ASCII))
                .toList();
    }

    /** A call of a tool that says what it is told, of exactly so many bytes. */
    public static BenchmarkCall echo(RequestShape form, String tool, int bytes) {
        String bare = formatCall(form, tool, "\"text\":\"\"");
        String text = "Tell me more. ".repeat(bytes / 14 + 1).substring(0, bytes - bare.length());
        return new BenchmarkCall(form, "tools/call", tool, formatCall(form, tool, "\"text\":\"" + text + "\""), text);
    }

    /** A call of a tool that reports progress twice before it says that it has counted. */
    public static BenchmarkCall count(RequestShape form, String tool) {
        String body = form.formatMessageWithProgress("tools/call", "\"name\":\"" + tool + "\",\"arguments\":{}");
        return new BenchmarkCall(form, "tools/call", tool, body, "\"counted\"", "\"progress\":1", "\"progress\":2");
    }

    /** A call of a tool with an argument of so many bytes, which says something else than that. */
    public static BenchmarkCall give(RequestShape form, String tool, int bytes) {
        String body = formatCall(form, tool, "\"text\":\"" + "x".repeat(bytes) + "\"");
        return new BenchmarkCall(form, "tools/call", tool, body, "\"text\"");
    }

    private static String formatCall(RequestShape form, String tool, String arguments) {
        return form.formatMessage("tools/call", "\"name\":\"" + tool + "\",\"arguments\":{" + arguments + "}");
    }

    /** The message alone, for a line of its own. */
    public RequestTemplate toLineTemplate() {
        return new RequestTemplate(body + "\n", expectedTexts);
    }

    /** The whole HTTP request. */
    RequestTemplate toHttpTemplate(int port, String moreHeaders) {
        String headers = form.formatHeaders(method, name) + moreHeaders;
        return new RequestTemplate(HttpRequestTexts.post(port, headers, body), expectedTexts);
    }

    RequestShape shape() {
        return form;
    }
}
