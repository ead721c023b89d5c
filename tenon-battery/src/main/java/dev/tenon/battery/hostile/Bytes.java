package dev.tenon.battery.hostile;

import static dev.tenon.battery.hostile.Misbehaviour.plays;
import static dev.tenon.battery.hostile.Outcome.BAD_ANSWER;
import static dev.tenon.battery.hostile.Outcome.CONNECTION_FAILED;
import static dev.tenon.battery.hostile.Outcome.SUCCEEDS;
import static dev.tenon.battery.hostile.Outcome.TIMEOUT;
import static dev.tenon.battery.hostile.Trigger.CALL;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.function.UnaryOperator;

/** What is no JSON, or no message of a size that a client takes. */
final class Bytes {
    static final List<Misbehaviour> ALL = List.of(
            inText(
                    "nested-a-hundred-thousand-times",
                    got -> got.result("\"content\":[],\"deep\":" + "[".repeat(100_000) + "]".repeat(100_000)),
                    BAD_ANSWER),
            inText(
                    "nested-and-never-closed",
                    got -> got.result("\"content\":[],\"deep\":" + "[{\"a\":".repeat(50_000)),
                    BAD_ANSWER,
                    TIMEOUT),
            inText(
                    "number-of-a-million-digits",
                    got -> got.result("\"content\":[],\"n\":" + "9".repeat(1_000_000)),
                    BAD_ANSWER),
            inText(
                    "number-beyond-every-range",
                    got -> got.result("\"content\":[],\"structuredContent\":{\"n\":1e999999999}"),
                    SUCCEEDS,
                    BAD_ANSWER),
            inText(
                    "member-name-of-a-megabyte",
                    got -> got.result("\"content\":[],\"" + "n".repeat(1 << 20) + "\":1"),
                    BAD_ANSWER),
            inText(
                    "members-by-the-hundred-thousand",
                    got -> got.result("\"content\":[]," + members(200_000)),
                    SUCCEEDS,
                    BAD_ANSWER),
            noJson("lone-surrogate", good -> good.replace("fine", "\\ud800")),
            noJson("half-a-message", good -> good.substring(0, good.length() / 2)),
            noJson("two-messages-on-a-line", good -> good + good),
            noJson("comma-at-the-end", good -> good.replace("]", ",]")),
            noJson("comment", good -> "/* hello */" + good),
            noJson("single-quotes", good -> good.replace('"', '\'')),
            noJson("not-a-number", good -> good.replace("\"fine\"", "NaN")),
            noJson("raw-control-character", good -> good.replace("fine", "fi\u0001ne")),
            noJson("nul-bytes", good -> "\0\0\0" + good),
            noJson("byte-order-mark", good -> "\ufeff" + good),
            raw("invalid-utf-8", good -> "\u00c3(\u00ff" + good),
            raw("overlong-utf-8", good -> good.replace("fine", "\u00c0\u00af")),
            plays(
                            "utf-16",
                            CALL,
                            (got, out) -> {
                                out.bytes(String.valueOf(GoodServer.answer(got)).getBytes(UTF_16LE));
                                out.end();
                            },
                            TIMEOUT,
                            BAD_ANSWER)
                    .overHttp(BAD_ANSWER, CONNECTION_FAILED),
            inText("line-separators-in-text", got -> got.said("a\u2028b\u2029c\u0085d"), SUCCEEDS),
            plays(
                            "a-message-over-many-lines",
                            CALL,
                            (got, out) -> {
                                out.message(
                                        String.valueOf(GoodServer.answer(got)).replace(",", ",\n  "));
                            },
                            TIMEOUT,
                            BAD_ANSWER)
                    .overHttp(SUCCEEDS),
            plays(
                            "blank-lines",
                            CALL,
                            (got, out) -> {
                                out.text("\n\n\r\n  \n\n");
                                out.good();
                            },
                            SUCCEEDS)
                    .onlyStdio(),
            plays(
                            "carriage-returns",
                            CALL,
                            (got, out) -> {
                                out.text("\r\n\r");
                                out.message(GoodServer.answer(got) + "\r");
                            },
                            SUCCEEDS)
                    .onlyStdio(),
            plays(
                            "lines-of-text-between",
                            CALL,
                            (got, out) -> {
                                for (String line : List.of(
                                        "Loading ...",
                                        "WARN {}",
                                        "{\"level\":\"info\"}",
                                        "}{",
                                        "\u0000\u001b[31m",
                                        "nul")) {
                                    out.message(line);
                                }
                                out.good();
                            },
                            SUCCEEDS)
                    .overHttp(SUCCEEDS, BAD_ANSWER),
            plays(
                            "binary-garbage",
                            CALL,
                            (got, out) -> {
                                byte[] garbage = new byte[256 << 10];
                                new java.util.Random(7).nextBytes(garbage);
                                out.bytes(garbage);
                                out.end();
                                out.good();
                            },
                            SUCCEEDS)
                    .overHttp(SUCCEEDS, BAD_ANSWER, CONNECTION_FAILED),
            plays(
                            "a-line-of-64-megabytes",
                            CALL,
                            (got, out) -> {
                                for (int i = 0; i < 64; i++) {
                                    out.text("x".repeat(1 << 20));
                                }
                                out.end();
                                out.good();
                            },
                            SUCCEEDS)
                    .overHttp(SUCCEEDS, BAD_ANSWER, CONNECTION_FAILED),
            plays(
                            "an-answer-of-64-megabytes",
                            CALL,
                            (got, out) -> {
                                String good = got.said("@");
                                out.text(good.substring(0, good.indexOf('@')));
                                for (int i = 0; i < 64; i++) {
                                    out.text("x".repeat(1 << 20));
                                }
                                out.message(good.substring(good.indexOf('@') + 1));
                            },
                            TIMEOUT,
                            BAD_ANSWER)
                    .overHttp(BAD_ANSWER, CONNECTION_FAILED));

    private Bytes() {}

    private static String members(int count) {
        StringBuilder text = new StringBuilder("\"m\":1");
        for (int i = 0; i < count; i++) {
            text.append(",\"m" + i + "\":1");
        }
        return text.toString();
    }

    private static Misbehaviour inText(String name, Misbehaviour.Answer answer, Outcome... seen) {
        return Misbehaviour.answers(name, CALL, answer, seen);
    }

    /** Whose answer it is cannot be read: over stdio it is thrown away, and the call waits in vain. */
    private static Misbehaviour noJson(String name, UnaryOperator<String> change) {
        return Misbehaviour.changes(name, CALL, change, TIMEOUT, BAD_ANSWER).overHttp(BAD_ANSWER);
    }

    /** Each letter of the changed answer is one byte. */
    private static Misbehaviour raw(String name, UnaryOperator<String> change) {
        return new Misbehaviour(
                name,
                CALL,
                (got, out) -> {
                    String good =
                            new String(String.valueOf(GoodServer.answer(got)).getBytes(UTF_8), ISO_8859_1);
                    out.bytes(change.apply(good).getBytes(ISO_8859_1));
                    out.end();
                },
                true,
                java.util.EnumSet.allOf(Era.class),
                java.util.EnumSet.of(TIMEOUT, BAD_ANSWER),
                java.util.EnumSet.of(BAD_ANSWER));
    }
}
