package dev.tenon.testkit.misbehaviour;

import static dev.tenon.testkit.misbehaviour.Misbehaviour.ofResponse;
import static dev.tenon.testkit.misbehaviour.MisbehaviourTrigger.CALL;
import static dev.tenon.testkit.misbehaviour.MisbehaviourTrigger.LIST;
import static dev.tenon.testkit.misbehaviour.ObservedOutcome.INVALID_RESPONSE;
import static dev.tenon.testkit.misbehaviour.ObservedOutcome.NOT_SUPPORTED;
import static dev.tenon.testkit.misbehaviour.ObservedOutcome.SUCCEEDS;

import java.util.List;
import java.util.stream.Stream;

/** Servers that send invalid input requests instead of a result (2026-07-28). */
final class InputRequestMisbehaviours {
    private static final String FORM = "{\"method\":\"elicitation/create\",\"params\":{\"message\":\"m\","
            + "\"requestedSchema\":{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"boolean\",\"default\":true}}}}}";

    static final List<Misbehaviour> ALL = List.of(
            inputRequest("input-for-ever", "\"inputRequests\":{\"a\":" + FORM + "},\"requestState\":\"s\""),
            inputRequest("state-for-ever", "\"requestState\":\"s\""),
            inputRequest("input-of-nothing", "\"other\":1"),
            inputRequest("input-requests-empty", "\"inputRequests\":{}"),
            inputRequest("input-requests-an-array", "\"inputRequests\":[" + FORM + "]"),
            inputRequest("input-request-a-text", "\"inputRequests\":{\"a\":\"elicitation/create\"}"),
            inputRequest(
                    "input-by-an-unknown-method",
                    "\"inputRequests\":{\"a\":{\"method\":\"host/password\",\"params\":{}}}"),
            inputRequest(
                    "input-by-a-method-of-the-client",
                    "\"inputRequests\":{\"a\":{\"method\":\"tools/call\",\"params\":{}}}"),
            inputRequest("input-without-params", "\"inputRequests\":{\"a\":{\"method\":\"elicitation/create\"}}"),
            inputRequest(
                    "input-message-a-number",
                    "\"inputRequests\":{\"a\":{\"method\":\"elicitation/create\",\"params\":{\"message\":1}}}"),
            inputRequest(
                    "input-form-nested",
                    formRequest("{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"object\"}}}")),
            inputRequest("input-form-an-array", formRequest("{\"type\":\"array\"}")),
            inputRequest(
                    "input-form-of-nonsense", formRequest("{\"type\":\"object\",\"properties\":{\"a\":\"string\"}}")),
            inputRequest(
                    "input-mode-unknown",
                    "\"inputRequests\":{\"a\":{\"method\":\"elicitation/create\",\"params\":{\"mode\":\"mind\",\"message\":\"m\"}}}"),
            inputRequest(
                    "input-by-url-without-capability",
                    "\"inputRequests\":{\"a\":{\"method\":\"elicitation/create\",\"params\":{\"mode\":\"url\",\"message\":\"m\","
                            + "\"url\":\"http://127.0.0.1:9/\"}}}"),
            inputRequest(
                    "input-by-sampling-without-capability",
                    "\"inputRequests\":{\"a\":{\"method\":\"sampling/createMessage\",\"params\":{\"messages\":[],\"maxTokens\":1}}}"),
            inputRequest("input-of-roots-without-capability", "\"inputRequests\":{\"a\":{\"method\":\"roots/list\"}}"),
            inputRequest("state-a-number", "\"requestState\":5"),
            // It is below the client's limit, but a guard with policies may replace it by a tool error.
            inputRequest("state-of-10-megabytes", "\"requestState\":\"" + "s".repeat(10 << 20) + "\"", SUCCEEDS),
            inputRequest("a-thousand-inputs", "\"inputRequests\":{" + thousandRequests() + "}"),
            ofResponse("input-for-a-list", LIST, InputRequestMisbehaviours::requestStateResponse, INVALID_RESPONSE)
                    .onlyInEra(ProtocolEra.STATELESS));

    private InputRequestMisbehaviours() {}

    private static String requestStateResponse(ReceivedRequest request) {
        return request.responseMessage("\"result\":{\"resultType\":\"input_required\",\"requestState\":\"s\"}");
    }

    private static String formRequest(String schema) {
        return "\"inputRequests\":{\"a\":{\"method\":\"elicitation/create\",\"params\":{\"message\":\"m\",\"requestedSchema\":"
                + schema + "}}}";
    }

    private static String thousandRequests() {
        StringBuilder text = new StringBuilder("\"k0\":" + FORM);
        for (int i = 1; i < 1000; i++) {
            text.append(",\"k" + i + "\":" + FORM);
        }
        return text.toString();
    }

    private static Misbehaviour inputRequest(String name, String members, ObservedOutcome... otherOutcomes) {
        ObservedOutcome[] expected = Stream.concat(Stream.of(INVALID_RESPONSE, NOT_SUPPORTED), Stream.of(otherOutcomes))
                .toArray(ObservedOutcome[]::new);
        return ofResponse(
                        name,
                        CALL,
                        request -> request.responseMessage(
                                "\"result\":{\"resultType\":\"input_required\"," + members + "}"),
                        expected)
                .onlyInEra(ProtocolEra.STATELESS);
    }
}
