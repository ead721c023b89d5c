package dev.tenon.testkit.misbehaviour;

import static dev.tenon.testkit.misbehaviour.Misbehaviour.runningScript;
import static dev.tenon.testkit.misbehaviour.MisbehaviourTrigger.CALL;
import static dev.tenon.testkit.misbehaviour.ObservedOutcome.CONNECTION_FAILED;
import static dev.tenon.testkit.misbehaviour.ObservedOutcome.INVALID_RESPONSE;
import static dev.tenon.testkit.misbehaviour.ObservedOutcome.SUCCEEDS;
import static dev.tenon.testkit.misbehaviour.ObservedOutcome.TIMEOUT;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.function.UnaryOperator;

/** Responses that are not JSON, or of a size that a client does not accept. */
final class EncodingMisbehaviours {
    static final List<Misbehaviour> ALL = List.of(
            response(
                    "nested-a-hundred-thousand-times",
                    got -> got.resultMessage("\"content\":[],\"deep\":" + "[".repeat(100_000) + "]".repeat(100_000)),
                    INVALID_RESPONSE),
            response(
                    "nested-and-never-closed",
                    got -> got.resultMessage("\"content\":[],\"deep\":" + "[{\"a\":".repeat(50_000)),
                    INVALID_RESPONSE,
                    TIMEOUT),
            response(
                    "number-of-a-million-digits",
                    got -> got.resultMessage("\"content\":[],\"n\":" + "9".repeat(1_000_000)),
                    INVALID_RESPONSE),
            response(
                    "number-beyond-every-range",
                    got -> got.resultMessage("\"content\":[],\"structuredContent\":{\"n\":1e999999999}"),
                    SUCCEEDS,
                    INVALID_RESPONSE),
            response(
                    "member-name-of-a-megabyte",
                    got -> got.resultMessage("\"content\":[],\"" + "n".repeat(1 << 20) + "\":1"),
                    INVALID_RESPONSE),
            response(
                    "members-by-the-hundred-thousand",
                    got -> got.resultMessage("\"content\":[]," + members(200_000)),
                    SUCCEEDS,
                    INVALID_RESPONSE),
            changedResponse("lone-surrogate", good -> good.replace("fine", "\\ud800")),
            changedResponse("half-a-message", good -> good.substring(0, good.length() / 2)),
            changedResponse("two-messages-on-a-line", good -> good + good),
            changedResponse("comma-at-the-end", good -> good.replace("]", ",]")),
            changedResponse("comment", good -> "/* hello */" + good),
            changedResponse("single-quotes", good -> good.replace('"', '\'')),
            changedResponse("not-a-number", good -> good.replace("\"fine\"", "NaN")),
            changedResponse("raw-control-character", good -> good.replace("fine", "fi\u0001ne")),
            changedResponse("nul-bytes", good -> "\0\0\0" + good),
            changedResponse("byte-order-mark", good -> "\ufeff" + good),
            changedBytes("invalid-utf-8", good -> "\u00c3(\u00ff" + good),
            changedBytes("overlong-utf-8", good -> good.replace("fine", "\u00c0\u00af")),
            runningScript(
                            "utf-16",
                            CALL,
                            (got, out) -> {
                                out.writeBytes(String.valueOf(WellBehavedServer.respond(got))
                                        .getBytes(UTF_16LE));
                                out.endMessage();
                            },
                            TIMEOUT,
                            INVALID_RESPONSE)
                    .withHttpOutcomes(INVALID_RESPONSE, CONNECTION_FAILED),
            response("line-separators-in-text", got -> got.textResultMessage("a\u2028b\u2029c\u0085d"), SUCCEEDS),
            runningScript(
                            "a-message-over-many-lines",
                            CALL,
                            (got, out) -> {
                                out.writeMessage(String.valueOf(WellBehavedServer.respond(got))
                                        .replace(",", ",\n  "));
                            },
                            TIMEOUT,
                            INVALID_RESPONSE)
                    .withHttpOutcomes(SUCCEEDS),
            runningScript(
                            "blank-lines",
                            CALL,
                            (got, out) -> {
                                out.writeText("\n\n\r\n  \n\n");
                                out.respondCorrectly();
                            },
                            SUCCEEDS)
                    .onlyStdio(),
            runningScript(
                            "carriage-returns",
                            CALL,
                            (got, out) -> {
                                out.writeText("\r\n\r");
                                out.writeMessage(WellBehavedServer.respond(got) + "\r");
                            },
                            SUCCEEDS)
                    .onlyStdio(),
            runningScript(
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
                                    out.writeMessage(line);
                                }
                                out.respondCorrectly();
                            },
                            SUCCEEDS)
                    .withHttpOutcomes(SUCCEEDS, INVALID_RESPONSE),
            runningScript(
                            "binary-garbage",
                            CALL,
                            (got, out) -> {
                                byte[] garbage = new byte[256 << 10];
                                new java.util.Random(7).nextBytes(garbage);
                                out.writeBytes(garbage);
                                out.endMessage();
                                out.respondCorrectly();
                            },
                            SUCCEEDS)
                    .withHttpOutcomes(SUCCEEDS, INVALID_RESPONSE, CONNECTION_FAILED),
            runningScript(
                            "a-line-of-64-megabytes",
                            CALL,
                            (got, out) -> {
                                for (int i = 0; i < 64; i++) {
                                    out.writeText("x".repeat(1 << 20));
                                }
                                out.endMessage();
                                out.respondCorrectly();
                            },
                            SUCCEEDS)
                    .withHttpOutcomes(SUCCEEDS, INVALID_RESPONSE, CONNECTION_FAILED),
            runningScript(
                            "an-answer-of-64-megabytes",
                            CALL,
                            (got, out) -> {
                                String good = got.textResultMessage("@");
                                out.writeText(good.substring(0, good.indexOf('@')));
                                for (int i = 0; i < 64; i++) {
                                    out.writeText("x".repeat(1 << 20));
                                }
                                out.writeMessage(good.substring(good.indexOf('@') + 1));
                            },
                            TIMEOUT,
                            INVALID_RESPONSE)
                    .withHttpOutcomes(INVALID_RESPONSE, CONNECTION_FAILED));

    private EncodingMisbehaviours() {}

    private static String members(int count) {
        StringBuilder text = new StringBuilder("\"m\":1");
        for (int i = 0; i < count; i++) {
            text.append(",\"m" + i + "\":1");
        }
        return text.toString();
    }

    private static Misbehaviour response(
            String name, Misbehaviour.MessageFactory factory, ObservedOutcome... outcomes) {
        return Misbehaviour.respondingWith(name, CALL, factory, outcomes);
    }

    /** The id of such a response cannot be read: over stdio it is dropped, and the call times out. */
    private static Misbehaviour changedResponse(String name, UnaryOperator<String> change) {
        return Misbehaviour.modifyingResponse(name, CALL, change, TIMEOUT, INVALID_RESPONSE)
                .withHttpOutcomes(INVALID_RESPONSE);
    }

    /** Each character of the modified response is sent as one byte. */
    private static Misbehaviour changedBytes(String name, UnaryOperator<String> change) {
        return new Misbehaviour(
                name,
                CALL,
                (got, out) -> {
                    String good = new String(
                            String.valueOf(WellBehavedServer.respond(got)).getBytes(UTF_8), ISO_8859_1);
                    out.writeBytes(change.apply(good).getBytes(ISO_8859_1));
                    out.endMessage();
                },
                true,
                java.util.EnumSet.allOf(ProtocolEra.class),
                java.util.EnumSet.of(TIMEOUT, INVALID_RESPONSE),
                java.util.EnumSet.of(INVALID_RESPONSE));
    }
}
