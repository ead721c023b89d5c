package dev.tenon.testkit.misbehaviour;

import static dev.tenon.testkit.misbehaviour.Misbehaviour.ofScript;
import static dev.tenon.testkit.misbehaviour.MisbehaviourTrigger.CALL;
import static dev.tenon.testkit.misbehaviour.ObservedOutcome.CONNECTION_FAILED;
import static dev.tenon.testkit.misbehaviour.ObservedOutcome.INVALID_RESPONSE;
import static dev.tenon.testkit.misbehaviour.ObservedOutcome.SUCCEEDS;
import static dev.tenon.testkit.misbehaviour.ObservedOutcome.TIMEOUT;

import java.util.List;
import java.util.function.UnaryOperator;

/** Servers that send excessive or unexpected messages before the response. */
final class FloodMisbehaviours {
    private static final String MESSAGES =
            "\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"t\"}}]";

    static final List<Misbehaviour> ALL = List.of(
            notifications(
                    "log-flood",
                    100_000,
                    "notifications/message",
                    ",\"params\":{\"level\":\"info\",\"data\":\"again\"}"),
            notifications(
                    "log-of-megabytes",
                    100,
                    "notifications/message",
                    ",\"params\":{\"level\":\"info\",\"data\":\"" + "l".repeat(1 << 20) + "\"}"),
            notifications("log-without-level", 3, "notifications/message", ",\"params\":{\"data\":1}"),
            notifications(
                    "log-of-garbage",
                    3,
                    "notifications/message",
                    ",\"params\":{\"level\":\"loud\",\"logger\":[],\"data\":null}"),
            notifications("params-an-array", 3, "notifications/message", ",\"params\":[1,2]"),
            notifications("unknown-notifications", 10_000, "notifications/of/nothing", ",\"params\":{\"x\":1}"),
            notifications("method-empty", 3, "", ""),
            notifications(
                    "progress-for-nobody",
                    10_000,
                    "notifications/progress",
                    ",\"params\":{\"progressToken\":\"nobody\",\"progress\":1}"),
            notifications("progress-without-token", 3, "notifications/progress", ",\"params\":{\"progress\":1}"),
            notifications(
                    "progress-a-text",
                    3,
                    "notifications/progress",
                    ",\"params\":{\"progressToken\":1,\"progress\":\"half\",\"total\":[]}"),
            ofScript(
                    "progress-flood",
                    CALL,
                    (request, out) -> {
                        for (int i = 0; i < 100_000; i++) {
                            writeProgress(request, out, Integer.toString(i));
                        }
                        out.respondCorrectly();
                    },
                    SUCCEEDS),
            ofScript(
                    "progress-backwards",
                    CALL,
                    (request, out) -> {
                        for (String progress : List.of("5", "4", "4", "-1", "1e308", "0")) {
                            writeProgress(request, out, progress);
                        }
                        out.respondCorrectly();
                    },
                    SUCCEEDS),
            notifications(
                    "cancels-what-nobody-asked",
                    10_000,
                    "notifications/cancelled",
                    ",\"params\":{\"requestId\":99999,\"reason\":\"why not\"}"),
            notifications("cancels-without-id", 3, "notifications/cancelled", ""),
            ofScript(
                    "cancels-the-call-of-the-client",
                    CALL,
                    (request, out) -> {
                        out.writeNotificationOrRequest(
                                "notifications/cancelled", ",\"params\":{\"requestId\":" + request.id() + "}");
                        out.respondCorrectly();
                    },
                    SUCCEEDS),
            notifications("lists-change-all-the-time", 10_000, "notifications/tools/list_changed", ""),
            notifications(
                    "resources-change-all-the-time",
                    10_000,
                    "notifications/resources/updated",
                    ",\"params\":{\"uri\":\"test://never/subscribed\"}"),
            notifications("resource-changed-without-uri", 3, "notifications/resources/updated", ",\"params\":{}"),
            notifications(
                    "acknowledges-nothing",
                    3,
                    "notifications/subscriptions/acknowledged",
                    ",\"params\":{\"notifications\":{}}"),
            notifications("says-it-is-initialized", 3, "notifications/initialized", ""),
            requests("ping-flood", 3000, "ping", ""),
            requests("asks-for-unknown-methods", 1000, "host/format-disk", ",\"params\":{}"),
            requests("asks-as-if-it-were-the-client", 10, "tools/call", ",\"params\":{\"name\":\"rm\"}"),
            requests("asks-with-bad-params", 10, "elicitation/create", ",\"params\":{\"message\":5}"),
            requests("asks-with-params-an-array", 10, "roots/list", ",\"params\":[]"),
            requests(
                    "samples-without-capability",
                    10,
                    "sampling/createMessage",
                    ",\"params\":{" + MESSAGES + ",\"maxTokens\":1}"),
            requests(
                    "asks-a-thousand-things-at-once",
                    1000,
                    "elicitation/create",
                    ",\"params\":{\"message\":\"m\",\"requestedSchema\":{\"type\":\"object\",\"properties\":{}}}"),
            ofScript(
                    "asks-with-one-id",
                    CALL,
                    (request, out) -> {
                        for (int i = 0; i < 100; i++) {
                            out.writeNotificationOrRequest("roots/list", ",\"id\":1");
                        }
                        out.respondCorrectly();
                    },
                    SUCCEEDS),
            ofScript(
                    "asks-with-the-id-of-the-call",
                    CALL,
                    (request, out) -> {
                        out.writeNotificationOrRequest("ping", ",\"id\":" + request.id());
                        out.respondCorrectly();
                    },
                    SUCCEEDS),
            requestWithId("asks-with-id-null", id -> "null"),
            requestWithId("asks-with-id-an-object", id -> "{\"a\":1}"),
            ofScript(
                            "notification-of-40-megabytes",
                            CALL,
                            (request, out) -> {
                                out.writeText(
                                        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"level\":\"info\",\"data\":[\"");
                                for (int i = 0; i < 40; i++) {
                                    out.writeText("x".repeat(1 << 20));
                                }
                                out.writeMessage("\"]}}");
                                out.respondCorrectly();
                            },
                            SUCCEEDS)
                    .withHttpOutcomes(SUCCEEDS, INVALID_RESPONSE, CONNECTION_FAILED, TIMEOUT));

    private FloodMisbehaviours() {}

    private static Misbehaviour notifications(String name, int times, String method, String rest) {
        return ofScript(
                name,
                CALL,
                (request, out) -> {
                    for (int i = 0; i < times; i++) {
                        out.writeNotificationOrRequest(method, rest);
                    }
                    out.respondCorrectly();
                },
                SUCCEEDS);
    }

    private static Misbehaviour requests(String name, int times, String method, String rest) {
        return ofScript(
                name,
                CALL,
                (request, out) -> {
                    for (int i = 0; i < times; i++) {
                        out.writeNotificationOrRequest(method, ",\"id\":\"ask-" + i + "\"" + rest);
                    }
                    out.respondCorrectly();
                },
                SUCCEEDS);
    }

    private static Misbehaviour requestWithId(String name, UnaryOperator<String> id) {
        return ofScript(
                        name,
                        CALL,
                        (request, out) -> {
                            out.writeNotificationOrRequest("ping", ",\"id\":" + id.apply(String.valueOf(request.id())));
                            out.respondCorrectly();
                        },
                        SUCCEEDS)
                .withHttpOutcomes(SUCCEEDS, INVALID_RESPONSE);
    }

    private static void writeProgress(ReceivedRequest request, MessageOutput out, String progress)
            throws java.io.IOException {
        out.writeNotificationOrRequest(
                "notifications/progress",
                ",\"params\":{\"progressToken\":" + request.progressToken() + ",\"progress\":" + progress + "}");
    }
}
