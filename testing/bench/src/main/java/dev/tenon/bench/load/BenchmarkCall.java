package dev.tenon.bench.load;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** A call that is made repeatedly: its request, and the texts that the response must contain. */
public final class BenchmarkCall {
    /** The placeholder of the id; the ids of the calls have the same number of digits. */
    static final String ID = "100000000";

    private final RequestShape shape;
    private final String method;
    private final String name;
    private final String body;
    private final List<byte[]> expectedTexts;

    private BenchmarkCall(RequestShape shape, String method, String name, String body, String... expected) {
        this.shape = shape;
        this.method = method;
        this.name = name;
        this.body = body;
        this.expectedTexts = Arrays.stream(expected)
                .map(text -> text.getBytes(StandardCharsets.US_ASCII))
                .toList();
    }

    /** Returns a call of a tool that returns its argument; the message has exactly this size in bytes. */
    public static BenchmarkCall echo(RequestShape shape, String tool, int bytes) {
        String bare = formatCall(shape, tool, "\"text\":\"\"");
        String text = "Tell me more. ".repeat(bytes / 14 + 1).substring(0, bytes - bare.length());
        return new BenchmarkCall(shape, "tools/call", tool, formatCall(shape, tool, "\"text\":\"" + text + "\""), text);
    }

    /** Returns a call of a tool that reports progress twice before its result. */
    public static BenchmarkCall count(RequestShape shape, String tool) {
        String body = shape.formatMessageWithProgress("tools/call", "\"name\":\"" + tool + "\",\"arguments\":{}");
        return new BenchmarkCall(shape, "tools/call", tool, body, "\"counted\"", "\"progress\":1", "\"progress\":2");
    }

    /** Returns a call of a tool with an argument of this size in bytes, which the result does not contain. */
    public static BenchmarkCall withPayload(RequestShape shape, String tool, int bytes) {
        String body = formatCall(shape, tool, "\"text\":\"" + "x".repeat(bytes) + "\"");
        return new BenchmarkCall(shape, "tools/call", tool, body, "\"text\"");
    }

    private static String formatCall(RequestShape shape, String tool, String arguments) {
        return shape.formatMessage("tools/call", "\"name\":\"" + tool + "\",\"arguments\":{" + arguments + "}");
    }

    /** Returns the message as a line. */
    public RequestTemplate toLineTemplate() {
        return new RequestTemplate(body + "\n", expectedTexts);
    }

    /** Returns the complete HTTP request. */
    RequestTemplate toHttpTemplate(int port, String moreHeaders) {
        String headers = shape.formatHeaders(method, name) + moreHeaders;
        return new RequestTemplate(HttpRequestTexts.post(port, headers, body), expectedTexts);
    }

    RequestShape shape() {
        return shape;
    }
}
