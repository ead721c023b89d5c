package dev.tenon.testkit.misbehaviour;

import static dev.tenon.testkit.misbehaviour.Misbehaviour.ofResponse;
import static dev.tenon.testkit.misbehaviour.Misbehaviour.ofScript;
import static dev.tenon.testkit.misbehaviour.MisbehaviourTrigger.CALL;
import static dev.tenon.testkit.misbehaviour.ObservedOutcome.CONNECTION_FAILED;
import static dev.tenon.testkit.misbehaviour.ObservedOutcome.INVALID_RESPONSE;
import static dev.tenon.testkit.misbehaviour.ObservedOutcome.SERVER_ERROR;
import static dev.tenon.testkit.misbehaviour.ObservedOutcome.SUCCEEDS;
import static dev.tenon.testkit.misbehaviour.ObservedOutcome.TIMEOUT;

import java.util.List;

/** Responses that are invalid JSON-RPC messages. */
final class EnvelopeMisbehaviours {
    private static final String RESULT = "\"result\":{\"resultType\":\"complete\",\"content\":[]}";

    static final List<Misbehaviour> ALL = List.of(
            ofScript(
                    "answers-an-unknown-id-first",
                    CALL,
                    (request, out) -> {
                        out.writeMessage("{\"jsonrpc\":\"2.0\",\"id\":424242," + RESULT + "}");
                        out.writeMessage(
                                "{\"jsonrpc\":\"2.0\",\"id\":\"nobody\",\"error\":{\"code\":1,\"message\":\"m\"}}");
                        out.respondCorrectly();
                    },
                    SUCCEEDS),
            ofScript(
                    "answers-twice",
                    CALL,
                    (request, out) -> {
                        out.respondCorrectly();
                        out.respondCorrectly();
                    },
                    SUCCEEDS),
            ofScript(
                    "answers-a-thousand-times",
                    CALL,
                    (request, out) -> {
                        for (int i = 0; i < 1000; i++) {
                            out.respondCorrectly();
                        }
                    },
                    SUCCEEDS),
            ofScript(
                    "answers-and-then-fails",
                    CALL,
                    (request, out) -> {
                        out.respondCorrectly();
                        out.writeMessage(request.errorMessage(-32603, "Changed my mind"));
                    },
                    SUCCEEDS),
            unmatchedResponse(
                    "id-of-another-kind", request -> resultWithId(toOtherIdType(String.valueOf(request.id())))),
            unmatchedResponse("id-null", request -> resultWithId("null")),
            unmatchedResponse("id-an-object", request -> resultWithId("{}")),
            unmatchedResponse("id-a-fraction", request -> resultWithId(request.id() + ".5")),
            unmatchedResponse("id-missing", request -> "{\"jsonrpc\":\"2.0\"," + RESULT + "}"),
            unmatchedResponse(
                    "id-twice",
                    request -> "{\"jsonrpc\":\"2.0\",\"id\":77,\"id\":" + request.id() + "," + RESULT + "}"),
            unmatchedResponse(
                            "error-without-id",
                            request -> "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32700,\"message\":\"m\"}}")
                    .withHttpOutcomes(SERVER_ERROR),
            malformedResponse("result-and-error", RESULT + ",\"error\":{\"code\":1,\"message\":\"m\"}"),
            malformedResponse("neither-result-nor-error", "\"answer\":{}")
                    .withHttpOutcomes(INVALID_RESPONSE, CONNECTION_FAILED),
            malformedResponse("error-a-text", "\"error\":\"it failed\""),
            malformedResponse("error-null", "\"error\":null"),
            malformedResponse("error-an-array", "\"error\":[1,\"m\"]"),
            malformedResponse("error-code-a-text", "\"error\":{\"code\":\"E1\",\"message\":\"m\"}"),
            malformedResponse("error-code-a-fraction", "\"error\":{\"code\":1.5,\"message\":\"m\"}"),
            malformedResponse("error-code-huge", "\"error\":{\"code\":99999999999,\"message\":\"m\"}"),
            malformedResponse("error-without-code", "\"error\":{\"message\":\"m\"}"),
            malformedResponse("error-without-message", "\"error\":{\"code\":1}"),
            malformedResponse("error-message-a-number", "\"error\":{\"code\":1,\"message\":5}"),
            malformedResponse("result-null", "\"result\":null"),
            malformedResponse("result-an-array", "\"result\":[]"),
            malformedResponse("result-a-text", "\"result\":\"fine\""),
            malformedResponse("result-true", "\"result\":true"),
            malformedResponse("result-twice", RESULT + "," + RESULT),
            ofResponse(
                    "version-1.0",
                    CALL,
                    request -> resultWithVersion(request, "\"jsonrpc\":\"1.0\","),
                    INVALID_RESPONSE),
            ofResponse(
                    "version-a-number",
                    CALL,
                    request -> resultWithVersion(request, "\"jsonrpc\":2.0,"),
                    INVALID_RESPONSE),
            ofResponse("version-missing", CALL, request -> resultWithVersion(request, ""), INVALID_RESPONSE),
            ofResponse(
                            "method-and-result",
                            CALL,
                            request -> request.responseMessage("\"method\":\"ping\"," + RESULT),
                            TIMEOUT,
                            INVALID_RESPONSE)
                    .withHttpOutcomes(TIMEOUT, INVALID_RESPONSE, CONNECTION_FAILED),
            ofResponse(
                    "unknown-members",
                    CALL,
                    request -> request.responseMessage("\"x\":[1],\"extra\":{\"deep\":null}," + RESULT),
                    SUCCEEDS),
            ofResponse(
                    "error-with-a-stack-trace",
                    CALL,
                    request -> request.responseMessage(
                            "\"error\":{\"code\":-32603,\"message\":\"\\u001b[2J\\u202eoops\",\"data\":[\"at a.b.C(D.java:1)\"]}"),
                    SERVER_ERROR),
            ofResponse(
                    "error-of-local-meaning",
                    CALL,
                    request -> request.errorMessage(-32001, "Request timed out"),
                    SERVER_ERROR),
            ofResponse("error-with-code-0", CALL, request -> request.errorMessage(0, ""), SERVER_ERROR),
            ofResponse(
                    "error-with-megabytes",
                    CALL,
                    request -> request.errorMessage(5, "m".repeat(6 << 20)),
                    SERVER_ERROR,
                    INVALID_RESPONSE),
            ofResponse(
                            "batch-of-one",
                            CALL,
                            request -> "[" + request.textResultMessage("in a batch") + "]",
                            TIMEOUT,
                            INVALID_RESPONSE)
                    .withHttpOutcomes(INVALID_RESPONSE, CONNECTION_FAILED),
            ofScript(
                            "batch-before-the-answer",
                            CALL,
                            (request, out) -> {
                                out.writeMessage("[]");
                                out.writeMessage("[{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\"},1,null]");
                                out.respondCorrectly();
                            },
                            SUCCEEDS)
                    .withHttpOutcomes(SUCCEEDS, INVALID_RESPONSE),
            ofScript(
                            "scalars-before-the-answer",
                            CALL,
                            (request, out) -> {
                                for (String scalar : List.of("null", "true", "42", "\"text\"", "{}")) {
                                    out.writeMessage(scalar);
                                }
                                out.respondCorrectly();
                            },
                            SUCCEEDS)
                    .withHttpOutcomes(SUCCEEDS, INVALID_RESPONSE));

    private EnvelopeMisbehaviours() {}

    private static String toOtherIdType(String id) {
        return id.startsWith("\"") ? id.replace("\"", "") : "\"" + id + "\"";
    }

    private static String resultWithId(String id) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + "," + RESULT + "}";
    }

    private static String resultWithVersion(ReceivedRequest request, String version) {
        return "{" + version + "\"id\":" + request.id() + "," + RESULT + "}";
    }

    /** A response without a matching id; over HTTP the exchange still identifies the call. */
    private static Misbehaviour unmatchedResponse(String name, Misbehaviour.MessageFactory factory) {
        return ofResponse(name, CALL, factory, TIMEOUT, INVALID_RESPONSE)
                .withHttpOutcomes(INVALID_RESPONSE, CONNECTION_FAILED);
    }

    private static Misbehaviour malformedResponse(String name, String rest) {
        return ofResponse(name, CALL, request -> request.responseMessage(rest), INVALID_RESPONSE);
    }
}
