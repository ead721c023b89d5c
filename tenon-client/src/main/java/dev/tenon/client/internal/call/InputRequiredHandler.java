package dev.tenon.client.internal.call;

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

/** Goes on with a call whose server needs something first (2026-07-28, multi round-trip requests). */
record InputRequiredHandler(ClientContext crew) {
    /**
     * Asks the host for everything, and makes the parameters to send next: those of the first request, with the answers
     * and the state as it came.
     *
     * @param round how many rounds have been before
     */
    ResumableParams nextParams(ResumableParams first, InputRequired asked, NegotiatedProtocol agreement, int round) {
        int most = crew.config().limits().rounds();
        if (round >= most) {
            throw new InvalidResponseException("The server asked " + most + " times without an answer (limit: rounds)");
        }
        int questions = asked.inputRequests().size();
        if (questions > crew.config().limits().serverRequests()) {
            throw new InvalidResponseException("The server asks " + questions + " questions at once, more than "
                    + crew.config().limits().serverRequests() + " (limit: asks)");
        }
        int stateBytes = crew.config().limits().stateBytes();
        String state = asked.requestState();
        if (state != null && state.getBytes(StandardCharsets.UTF_8).length > stateBytes) {
            throw new InvalidResponseException(
                    "The server's requestState is larger than " + stateBytes + " bytes (limit: stateBytes)");
        }
        StatelessCodec wire = (StatelessCodec) agreement.codec();
        Map<String, Json> answers = new LinkedHashMap<>();
        asked.inputRequests()
                .forEach((key, question) -> answers.put(key, handleInputRequest(question, agreement, wire)));
        return first.resumedWith(answers, state);
    }

    private Json handleInputRequest(InputRequest question, NegotiatedProtocol agreement, StatelessCodec wire) {
        try {
            return encodeResponse(
                    wire, question.method(), crew.inputRequests().handle(question, agreement.requestingServer()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CallCancelledException("Interrupted while the server's question was being answered");
        } catch (McpClientException e) {
            throw e;
        } catch (Exception e) {
            throw new McpClientException("The handler for " + question.method() + " failed: " + e.getMessage(), e);
        }
    }

    private static <R extends InputResponse> Json encodeResponse(
            StatelessCodec wire, Method<?, R> method, InputResponse response) {
        return wire.encodeInputResponse(method, method.result().cast(response));
    }
}
