package dev.tenon.battery.hostile;

import static dev.tenon.battery.hostile.Misbehaviour.plays;
import static dev.tenon.battery.hostile.Outcome.BAD_ANSWER;
import static dev.tenon.battery.hostile.Outcome.CONNECTION_FAILED;
import static dev.tenon.battery.hostile.Outcome.SUCCEEDS;
import static dev.tenon.battery.hostile.Outcome.TIMEOUT;
import static dev.tenon.battery.hostile.Trigger.CALL;

import java.util.List;
import java.util.function.UnaryOperator;

/** Servers that say far too much, or what nobody asked for, before they answer. */
final class Floods {
    private static final String MESSAGES =
            "\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"t\"}}]";

    static final List<Misbehaviour> ALL = List.of(
            before(
                    "log-flood",
                    100_000,
                    "notifications/message",
                    ",\"params\":{\"level\":\"info\",\"data\":\"again\"}"),
            before(
                    "log-of-megabytes",
                    100,
                    "notifications/message",
                    ",\"params\":{\"level\":\"info\",\"data\":\"" + "l".repeat(1 << 20) + "\"}"),
            before("log-without-level", 3, "notifications/message", ",\"params\":{\"data\":1}"),
            before(
                    "log-of-garbage",
                    3,
                    "notifications/message",
                    ",\"params\":{\"level\":\"loud\",\"logger\":[],\"data\":null}"),
            before("params-an-array", 3, "notifications/message", ",\"params\":[1,2]"),
            before("unknown-notifications", 10_000, "notifications/of/nothing", ",\"params\":{\"x\":1}"),
            before("method-empty", 3, "", ""),
            before(
                    "progress-for-nobody",
                    10_000,
                    "notifications/progress",
                    ",\"params\":{\"progressToken\":\"nobody\",\"progress\":1}"),
            before("progress-without-token", 3, "notifications/progress", ",\"params\":{\"progress\":1}"),
            before(
                    "progress-a-text",
                    3,
                    "notifications/progress",
                    ",\"params\":{\"progressToken\":1,\"progress\":\"half\",\"total\":[]}"),
            plays(
                    "progress-flood",
                    CALL,
                    (got, out) -> {
                        for (int i = 0; i < 100_000; i++) {
                            progress(got, out, Integer.toString(i));
                        }
                        out.good();
                    },
                    SUCCEEDS),
            plays(
                    "progress-backwards",
                    CALL,
                    (got, out) -> {
                        for (String progress : List.of("5", "4", "4", "-1", "1e308", "0")) {
                            progress(got, out, progress);
                        }
                        out.good();
                    },
                    SUCCEEDS),
            before(
                    "cancels-what-nobody-asked",
                    10_000,
                    "notifications/cancelled",
                    ",\"params\":{\"requestId\":99999,\"reason\":\"why not\"}"),
            before("cancels-without-id", 3, "notifications/cancelled", ""),
            plays(
                    "cancels-the-call-of-the-client",
                    CALL,
                    (got, out) -> {
                        out.send("notifications/cancelled", ",\"params\":{\"requestId\":" + got.id() + "}");
                        out.good();
                    },
                    SUCCEEDS),
            before("lists-change-all-the-time", 10_000, "notifications/tools/list_changed", ""),
            before(
                    "resources-change-all-the-time",
                    10_000,
                    "notifications/resources/updated",
                    ",\"params\":{\"uri\":\"test://never/subscribed\"}"),
            before("resource-changed-without-uri", 3, "notifications/resources/updated", ",\"params\":{}"),
            before(
                    "acknowledges-nothing",
                    3,
                    "notifications/subscriptions/acknowledged",
                    ",\"params\":{\"notifications\":{}}"),
            before("says-it-is-initialized", 3, "notifications/initialized", ""),
            asks("ping-flood", 3000, "ping", ""),
            asks("asks-for-unknown-methods", 1000, "host/format-disk", ",\"params\":{}"),
            asks("asks-as-if-it-were-the-client", 10, "tools/call", ",\"params\":{\"name\":\"rm\"}"),
            asks("asks-with-bad-params", 10, "elicitation/create", ",\"params\":{\"message\":5}"),
            asks("asks-with-params-an-array", 10, "roots/list", ",\"params\":[]"),
            asks(
                    "samples-without-capability",
                    10,
                    "sampling/createMessage",
                    ",\"params\":{" + MESSAGES + ",\"maxTokens\":1}"),
            asks(
                    "asks-a-thousand-things-at-once",
                    1000,
                    "elicitation/create",
                    ",\"params\":{\"message\":\"m\",\"requestedSchema\":{\"type\":\"object\",\"properties\":{}}}"),
            plays(
                    "asks-with-one-id",
                    CALL,
                    (got, out) -> {
                        for (int i = 0; i < 100; i++) {
                            out.send("roots/list", ",\"id\":1");
                        }
                        out.good();
                    },
                    SUCCEEDS),
            plays(
                    "asks-with-the-id-of-the-call",
                    CALL,
                    (got, out) -> {
                        out.send("ping", ",\"id\":" + got.id());
                        out.good();
                    },
                    SUCCEEDS),
            asksWithId("asks-with-id-null", id -> "null"),
            asksWithId("asks-with-id-an-object", id -> "{\"a\":1}"),
            plays(
                            "notification-of-40-megabytes",
                            CALL,
                            (got, out) -> {
                                out.text(
                                        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"level\":\"info\",\"data\":[\"");
                                for (int i = 0; i < 40; i++) {
                                    out.text("x".repeat(1 << 20));
                                }
                                out.message("\"]}}");
                                out.good();
                            },
                            SUCCEEDS)
                    .overHttp(SUCCEEDS, BAD_ANSWER, CONNECTION_FAILED, TIMEOUT));

    private Floods() {}

    private static Misbehaviour before(String name, int times, String method, String rest) {
        return plays(
                name,
                CALL,
                (got, out) -> {
                    for (int i = 0; i < times; i++) {
                        out.send(method, rest);
                    }
                    out.good();
                },
                SUCCEEDS);
    }

    private static Misbehaviour asks(String name, int times, String method, String rest) {
        return plays(
                name,
                CALL,
                (got, out) -> {
                    for (int i = 0; i < times; i++) {
                        out.send(method, ",\"id\":\"ask-" + i + "\"" + rest);
                    }
                    out.good();
                },
                SUCCEEDS);
    }

    private static Misbehaviour asksWithId(String name, UnaryOperator<String> id) {
        return plays(
                        name,
                        CALL,
                        (got, out) -> {
                            out.send("ping", ",\"id\":" + id.apply(String.valueOf(got.id())));
                            out.good();
                        },
                        SUCCEEDS)
                .overHttp(SUCCEEDS, BAD_ANSWER);
    }

    private static void progress(Got got, Out out, String progress) throws java.io.IOException {
        out.send(
                "notifications/progress",
                ",\"params\":{\"progressToken\":" + got.progressToken() + ",\"progress\":" + progress + "}");
    }
}
