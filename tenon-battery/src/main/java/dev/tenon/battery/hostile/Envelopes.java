package dev.tenon.battery.hostile;

import static dev.tenon.battery.hostile.Misbehaviour.answers;
import static dev.tenon.battery.hostile.Misbehaviour.plays;
import static dev.tenon.battery.hostile.Outcome.BAD_ANSWER;
import static dev.tenon.battery.hostile.Outcome.CONNECTION_FAILED;
import static dev.tenon.battery.hostile.Outcome.SERVER_ERROR;
import static dev.tenon.battery.hostile.Outcome.SUCCEEDS;
import static dev.tenon.battery.hostile.Outcome.TIMEOUT;
import static dev.tenon.battery.hostile.Trigger.CALL;

import java.util.List;

/** Answers that are wrong as messages of JSON-RPC. */
final class Envelopes {
    private static final String RESULT = "\"result\":{\"resultType\":\"complete\",\"content\":[]}";

    static final List<Misbehaviour> ALL = List.of(
            plays(
                    "answers-an-unknown-id-first",
                    CALL,
                    (got, out) -> {
                        out.message("{\"jsonrpc\":\"2.0\",\"id\":424242," + RESULT + "}");
                        out.message("{\"jsonrpc\":\"2.0\",\"id\":\"nobody\",\"error\":{\"code\":1,\"message\":\"m\"}}");
                        out.good();
                    },
                    SUCCEEDS),
            plays(
                    "answers-twice",
                    CALL,
                    (got, out) -> {
                        out.good();
                        out.good();
                    },
                    SUCCEEDS),
            plays(
                    "answers-a-thousand-times",
                    CALL,
                    (got, out) -> {
                        for (int i = 0; i < 1000; i++) {
                            out.good();
                        }
                    },
                    SUCCEEDS),
            plays(
                    "answers-and-then-fails",
                    CALL,
                    (got, out) -> {
                        out.good();
                        out.message(got.error(-32603, "Changed my mind"));
                    },
                    SUCCEEDS),
            nobodys("id-of-another-kind", got -> id(ofAnotherKind(String.valueOf(got.id())))),
            nobodys("id-null", got -> id("null")),
            nobodys("id-an-object", got -> id("{}")),
            nobodys("id-a-fraction", got -> id(got.id() + ".5")),
            nobodys("id-missing", got -> "{\"jsonrpc\":\"2.0\"," + RESULT + "}"),
            nobodys("id-twice", got -> "{\"jsonrpc\":\"2.0\",\"id\":77,\"id\":" + got.id() + "," + RESULT + "}"),
            nobodys("error-without-id", got -> "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32700,\"message\":\"m\"}}")
                    .overHttp(SERVER_ERROR),
            broken("result-and-error", RESULT + ",\"error\":{\"code\":1,\"message\":\"m\"}"),
            broken("neither-result-nor-error", "\"answer\":{}").overHttp(BAD_ANSWER, CONNECTION_FAILED),
            broken("error-a-text", "\"error\":\"it failed\""),
            broken("error-null", "\"error\":null"),
            broken("error-an-array", "\"error\":[1,\"m\"]"),
            broken("error-code-a-text", "\"error\":{\"code\":\"E1\",\"message\":\"m\"}"),
            broken("error-code-a-fraction", "\"error\":{\"code\":1.5,\"message\":\"m\"}"),
            broken("error-code-huge", "\"error\":{\"code\":99999999999,\"message\":\"m\"}"),
            broken("error-without-code", "\"error\":{\"message\":\"m\"}"),
            broken("error-without-message", "\"error\":{\"code\":1}"),
            broken("error-message-a-number", "\"error\":{\"code\":1,\"message\":5}"),
            broken("result-null", "\"result\":null"),
            broken("result-an-array", "\"result\":[]"),
            broken("result-a-text", "\"result\":\"fine\""),
            broken("result-true", "\"result\":true"),
            broken("result-twice", RESULT + "," + RESULT),
            answers("version-1.0", CALL, got -> version(got, "\"jsonrpc\":\"1.0\","), BAD_ANSWER),
            answers("version-a-number", CALL, got -> version(got, "\"jsonrpc\":2.0,"), BAD_ANSWER),
            answers("version-missing", CALL, got -> version(got, ""), BAD_ANSWER),
            answers(
                            "method-and-result",
                            CALL,
                            got -> got.envelope("\"method\":\"ping\"," + RESULT),
                            TIMEOUT,
                            BAD_ANSWER)
                    .overHttp(TIMEOUT, BAD_ANSWER, CONNECTION_FAILED),
            answers(
                    "unknown-members",
                    CALL,
                    got -> got.envelope("\"x\":[1],\"extra\":{\"deep\":null}," + RESULT),
                    SUCCEEDS),
            answers(
                    "error-with-a-stack-trace",
                    CALL,
                    got -> got.envelope(
                            "\"error\":{\"code\":-32603,\"message\":\"\\u001b[2J\\u202eoops\",\"data\":[\"at a.b.C(D.java:1)\"]}"),
                    SERVER_ERROR),
            answers("error-of-local-meaning", CALL, got -> got.error(-32001, "Request timed out"), SERVER_ERROR),
            answers("error-with-code-0", CALL, got -> got.error(0, ""), SERVER_ERROR),
            answers("error-with-megabytes", CALL, got -> got.error(5, "m".repeat(6 << 20)), SERVER_ERROR, BAD_ANSWER),
            answers("batch-of-one", CALL, got -> "[" + got.said("in a batch") + "]", TIMEOUT, BAD_ANSWER)
                    .overHttp(BAD_ANSWER, CONNECTION_FAILED),
            plays(
                            "batch-before-the-answer",
                            CALL,
                            (got, out) -> {
                                out.message("[]");
                                out.message("[{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\"},1,null]");
                                out.good();
                            },
                            SUCCEEDS)
                    .overHttp(SUCCEEDS, BAD_ANSWER),
            plays(
                            "scalars-before-the-answer",
                            CALL,
                            (got, out) -> {
                                for (String scalar : List.of("null", "true", "42", "\"text\"", "{}")) {
                                    out.message(scalar);
                                }
                                out.good();
                            },
                            SUCCEEDS)
                    .overHttp(SUCCEEDS, BAD_ANSWER));

    private Envelopes() {}

    private static String ofAnotherKind(String id) {
        return id.startsWith("\"") ? id.replace("\"", "") : "\"" + id + "\"";
    }

    private static String id(String id) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + "," + RESULT + "}";
    }

    private static String version(Got got, String version) {
        return "{" + version + "\"id\":" + got.id() + "," + RESULT + "}";
    }

    /** An answer that names no call of the client: over HTTP it is at least known which call it came for. */
    private static Misbehaviour nobodys(String name, Misbehaviour.Answer answer) {
        return answers(name, CALL, answer, TIMEOUT, BAD_ANSWER).overHttp(BAD_ANSWER, CONNECTION_FAILED);
    }

    private static Misbehaviour broken(String name, String rest) {
        return answers(name, CALL, got -> got.envelope(rest), BAD_ANSWER);
    }
}
