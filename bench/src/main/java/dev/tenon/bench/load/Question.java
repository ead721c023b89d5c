package dev.tenon.bench.load;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** A call that is made again and again: what is sent, and what has to come back. */
public final class Question {
    /** Where the id stands in the text; each call has its own, of as many digits. */
    static final String ID = "100000000";

    private final Form form;
    private final String method;
    private final String name;
    private final String body;
    private final List<byte[]> wanted;

    private Question(Form form, String method, String name, String body, String... wanted) {
        this.form = form;
        this.method = method;
        this.name = name;
        this.body = body;
        this.wanted = Arrays.stream(wanted)
                .map(text -> text.getBytes(StandardCharsets.US_ASCII))
                .toList();
    }

    /** A call of a tool that says what it is told, of exactly so many bytes. */
    public static Question echo(Form form, String tool, int bytes) {
        String bare = call(form, tool, "\"text\":\"\"");
        String text = "Tell me more. ".repeat(bytes / 14 + 1).substring(0, bytes - bare.length());
        return new Question(form, "tools/call", tool, call(form, tool, "\"text\":\"" + text + "\""), text);
    }

    /** A call of a tool that reports progress twice before it says that it has counted. */
    public static Question count(Form form, String tool) {
        String body = form.messageWithProgress("tools/call", "\"name\":\"" + tool + "\",\"arguments\":{}");
        return new Question(form, "tools/call", tool, body, "\"counted\"", "\"progress\":1", "\"progress\":2");
    }

    /** A call of a tool with an argument of so many bytes, which says something else than that. */
    public static Question give(Form form, String tool, int bytes) {
        String body = call(form, tool, "\"text\":\"" + "x".repeat(bytes) + "\"");
        return new Question(form, "tools/call", tool, body, "\"text\"");
    }

    private static String call(Form form, String tool, String arguments) {
        return form.message("tools/call", "\"name\":\"" + tool + "\",\"arguments\":{" + arguments + "}");
    }

    /** The message alone, for a line of its own. */
    public Template line() {
        return new Template(body + "\n", wanted);
    }

    /** The whole HTTP request. */
    Template http(int port, String moreHeaders) {
        String headers = form.headers(method, name) + moreHeaders;
        return new Template(HttpText.post(port, headers, body), wanted);
    }

    Form form() {
        return form;
    }
}
