package dev.tenon.client.internal;

import dev.tenon.client.BadAnswerException;
import dev.tenon.client.CallCancelledException;
import dev.tenon.client.McpClientException;
import dev.tenon.json.Json;
import dev.tenon.model.InputRequest;
import dev.tenon.model.InputRequired;
import dev.tenon.model.InputResponse;
import dev.tenon.model.Method;
import dev.tenon.model.ResumableParams;
import dev.tenon.wire.StatelessWire;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** Goes on with a call whose server needs something first (2026-07-28, multi round-trip requests). */
record Rounds(Crew crew) {
    /**
     * Asks the host for everything, and makes the parameters to send next: those of the first request, with the answers and
     * the state as it came.
     *
     * @param round how many rounds have been before
     */
    ResumableParams next(ResumableParams first, InputRequired asked, Agreement agreement, int round) {
        int most = crew.host().limits().rounds();
        if (round >= most) {
            throw new BadAnswerException("The server asked " + most + " times without an answer (limit: rounds)");
        }
        int questions = asked.inputRequests().size();
        if (questions > crew.host().limits().asks()) {
            throw new BadAnswerException("The server asks " + questions + " questions at once, more than "
                    + crew.host().limits().asks() + " (limit: asks)");
        }
        int stateBytes = crew.host().limits().stateBytes();
        String state = asked.requestState();
        if (state != null && state.getBytes(StandardCharsets.UTF_8).length > stateBytes) {
            throw new BadAnswerException(
                    "The server's requestState is larger than " + stateBytes + " bytes (limit: stateBytes)");
        }
        StatelessWire wire = (StatelessWire) agreement.wire();
        Map<String, Json> answers = new LinkedHashMap<>();
        asked.inputRequests().forEach((key, question) -> answers.put(key, answer(question, agreement, wire)));
        return first.resumedWith(answers, state);
    }

    private Json answer(InputRequest question, Agreement agreement, StatelessWire wire) {
        try {
            return encode(wire, question.method(), crew.questions().answer(question, agreement.asker()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CallCancelledException("Interrupted while the server's question was being answered");
        } catch (McpClientException e) {
            throw e;
        } catch (Exception e) {
            throw new McpClientException("The handler for " + question.method() + " failed: " + e.getMessage(), e);
        }
    }

    private static <R extends InputResponse> Json encode(
            StatelessWire wire, Method<?, R> method, InputResponse response) {
        return wire.encodeInputResponse(method, method.result().cast(response));
    }
}
