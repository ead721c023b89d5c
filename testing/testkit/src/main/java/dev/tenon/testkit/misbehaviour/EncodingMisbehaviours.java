package dev.tenon.testkit.misbehaviour;

import static dev.tenon.testkit.misbehaviour.Misbehaviour.ofScript;
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
                    request -> request.resultMessage(
                            "\"content\":[],\"deep\":" + "[".repeat(100_000) + "]".repeat(100_000)),
                    INVALID_RESPONSE),
            response(
                    "nested-and-never-closed",
                    request -> request.resultMessage("\"content\":[],\"deep\":" + "[{\"a\":".repeat(50_000)),
                    INVALID_RESPONSE,
                    TIMEOUT),
            response(
                    "number-of-a-million-digits",
                    request -> request.resultMessage("\"content\":[],\"n\":" + "9".repeat(1_000_000)),
                    INVALID_RESPONSE),
            response(
                    "number-beyond-every-range",
                    request -> request.resultMessage("\"content\":[],\"structuredContent\":{\"n\":1e999999999}"),
                    SUCCEEDS,
                    INVALID_RESPONSE),
            response(
                    "member-name-of-a-megabyte",
                    request -> request.resultMessage("\"content\":[],\"" + "n".repeat(1 << 20) + "\":1"),
                    INVALID_RESPONSE),
            response(
                    "members-by-the-hundred-thousand",
                    request -> request.resultMessage("\"content\":[]," + members(200_000)),
                    SUCCEEDS,
                    INVALID_RESPONSE),
            changedResponse("lone-surrogate", valid -> valid.replace("fine", "\\ud800")),
            changedResponse("half-a-message", valid -> valid.substring(0, valid.length() / 2)),
            changedResponse("two-messages-on-a-line", valid -> valid + valid),
            changedResponse("comma-at-the-end", valid -> valid.replace("]", ",]")),
            changedResponse("comment", valid -> "/* hello */" + valid),
            changedResponse("single-quotes", valid -> valid.replace('"', '\'')),
            changedResponse("not-a-number", valid -> valid.replace("\"fine\"", "NaN")),
            changedResponse("raw-control-character", valid -> valid.replace("fine", "fi\u0001ne")),
            changedResponse("nul-bytes", valid -> "\0\0\0" + valid),
            changedResponse("byte-order-mark", valid -> "\ufeff" + valid),
            changedBytes("invalid-utf-8", valid -> "\u00c3(\u00ff" + valid),
            changedBytes("overlong-utf-8", valid -> valid.replace("fine", "\u00c0\u00af")),
            ofScript(
                            "utf-16",
                            CALL,
                            (request, out) -> {
                                out.writeBytes(String.valueOf(WellBehavedServer.respond(request))
                                        .getBytes(UTF_16LE));
                                out.endMessage();
                            },
                            TIMEOUT,
                            INVALID_RESPONSE)
                    .withHttpOutcomes(INVALID_RESPONSE, CONNECTION_FAILED),
            response(
                    "line-separators-in-text",
                    request -> request.textResultMessage("a\u2028b\u2029c\u0085d"),
                    SUCCEEDS),
            ofScript(
                            "a-message-over-many-lines",
                            CALL,
                            (request, out) -> {
                                out.writeMessage(String.valueOf(WellBehavedServer.respond(request))
                                        .replace(",", ",\n  "));
                            },
                            TIMEOUT,
                            INVALID_RESPONSE)
                    .withHttpOutcomes(SUCCEEDS),
            ofScript(
                            "blank-lines",
                            CALL,
                            (request, out) -> {
                                out.writeText("\n\n\r\n  \n\n");
                                out.respondCorrectly();
                            },
                            SUCCEEDS)
                    .onlyStdio(),
            ofScript(
                            "carriage-returns",
                            CALL,
                            (request, out) -> {
                                out.writeText("\r\n\r");
                                out.writeMessage(WellBehavedServer.respond(request) + "\r");
                            },
                            SUCCEEDS)
                    .onlyStdio(),
            ofScript(
                            "lines-of-text-between",
                            CALL,
                            (request, out) -> {
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
            ofScript(
                            "binary-garbage",
                            CALL,
                            (request, out) -> {
                                byte[] garbage = new byte[256 << 10];
                                new java.util.Random(7).nextBytes(garbage);
                                out.writeBytes(garbage);
                                out.endMessage();
                                out.respondCorrectly();
                            },
                            SUCCEEDS)
                    .withHttpOutcomes(SUCCEEDS, INVALID_RESPONSE, CONNECTION_FAILED),
            ofScript(
                            "a-line-of-64-megabytes",
                            CALL,
                            (request, out) -> {
                                for (int i = 0; i < 64; i++) {
                                    out.writeText("x".repeat(1 << 20));
                                }
                                out.endMessage();
                                out.respondCorrectly();
                            },
                            SUCCEEDS)
                    .withHttpOutcomes(SUCCEEDS, INVALID_RESPONSE, CONNECTION_FAILED),
            ofScript(
                            "an-answer-of-64-megabytes",
                            CALL,
                            (request, out) -> {
                                String valid = request.textResultMessage("@");
                                out.writeText(valid.substring(0, valid.indexOf('@')));
                                for (int i = 0; i < 64; i++) {
                                    out.writeText("x".repeat(1 << 20));
                                }
                                out.writeMessage(valid.substring(valid.indexOf('@') + 1));
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
        return Misbehaviour.ofResponse(name, CALL, factory, outcomes);
    }

    /** The id of such a response cannot be read: over stdio it is dropped, and the call times out. */
    private static Misbehaviour changedResponse(String name, UnaryOperator<String> change) {
        return Misbehaviour.ofModifiedResponse(name, CALL, change, TIMEOUT, INVALID_RESPONSE)
                .withHttpOutcomes(INVALID_RESPONSE);
    }

    /** Each character of the modified response is sent as one byte. */
    private static Misbehaviour changedBytes(String name, UnaryOperator<String> change) {
        return new Misbehaviour(
                name,
                CALL,
                (request, out) -> {
                    String valid = new String(
                            String.valueOf(WellBehavedServer.respond(request)).getBytes(UTF_8), ISO_8859_1);
                    out.writeBytes(change.apply(valid).getBytes(ISO_8859_1));
                    out.endMessage();
                },
                true,
                java.util.EnumSet.allOf(ProtocolEra.class),
                java.util.EnumSet.of(TIMEOUT, INVALID_RESPONSE),
                java.util.EnumSet.of(INVALID_RESPONSE));
    }
}
