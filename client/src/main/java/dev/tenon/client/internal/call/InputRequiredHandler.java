package dev.tenon.client.internal.call;

import dev.tenon.client.ClientLimits;
import dev.tenon.client.error.CallCancelledException;
import dev.tenon.client.error.InvalidResponseException;
import dev.tenon.client.error.McpClientException;
import dev.tenon.client.internal.connection.ClientContext;
import dev.tenon.client.internal.connection.NegotiatedProtocol;
import dev.tenon.codec.StatelessCodec;
import dev.tenon.json.Json;
import dev.tenon.model.InputRequest;
import dev.tenon.model.InputRequired;
import dev.tenon.model.InputResponse;
import dev.tenon.model.Method;
import dev.tenon.model.ResumableParams;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** Handles the input requests of an {@code input_required} result (2026-07-28, multi round-trip requests). */
record InputRequiredHandler(ClientContext context) {
    /**
     * Handles all input requests and returns the params of the next round: those of the first request, with the
     * responses and the {@code requestState} of the server.
     *
     * @param round how many rounds have been completed
     */
    ResumableParams fulfillInputRequests(
            ResumableParams first, InputRequired inputRequired, NegotiatedProtocol protocol, int round) {
        ClientLimits limits = context.limits();
        if (round >= limits.rounds()) {
            throw new InvalidResponseException("The server requested input " + limits.rounds()
                    + " times without returning a result (limit: rounds)");
        }
        Map<String, InputRequest> requests = inputRequired.inputRequests();
        if (requests.size() > limits.serverRequests()) {
            throw new InvalidResponseException("The server sent " + requests.size()
                    + " input requests at once, more than " + limits.serverRequests() + " (limit: serverRequests)");
        }
        String state = inputRequired.requestState();
        if (state != null && state.getBytes(StandardCharsets.UTF_8).length > limits.stateBytes()) {
            throw new InvalidResponseException(
                    "The server's requestState is larger than " + limits.stateBytes() + " bytes (limit: stateBytes)");
        }
        StatelessCodec codec = (StatelessCodec) protocol.codec();
        Map<String, Json> responses = new LinkedHashMap<>();
        requests.forEach((key, request) -> responses.put(key, handleInputRequest(request, protocol, codec)));
        return first.resumedWith(responses, state);
    }

    private Json handleInputRequest(InputRequest request, NegotiatedProtocol protocol, StatelessCodec codec) {
        try {
            return encodeResponse(
                    codec, request.method(), context.inputRequests().handle(request, protocol.requestingServer()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CallCancelledException("Interrupted while handling an input request of the server");
        } catch (McpClientException e) {
            throw e;
        } catch (Exception e) {
            throw new McpClientException("The handler for " + request.method() + " failed: " + e.getMessage(), e);
        }
    }

    private static <R extends InputResponse> Json encodeResponse(
            StatelessCodec codec, Method<?, R> method, InputResponse response) {
        return codec.encodeInputResponse(method, method.result().cast(response));
    }
}
